/** The mails. Plain text; a link is alone on its line, so that every mail program makes it clickable. */
import type { Mail } from './mail.ts';

const close = '\n\nIf this was not you, nothing has to be done: without the link nothing happens.\n';

/** Confirms an address, of a sign-up or a new one. */
export function confirmation(to: string, origin: string, token: string): Mail {
  const text = `Please confirm that this is your address. The link holds for one day:\n\n${link(origin, '/verify-email', token)}`;
  return { to, subject: 'Confirm your address for Edgematte', text: text + close };
}

/** Asks at the current address for consent to a new one. */
export function change(to: string, newEmail: string, origin: string, token: string): Mail {
  const text = `The address of your account is to become ${newEmail}. To agree, open this link within one day; a second mail then goes to the new address:\n\n${link(origin, '/verify-email', token)}`;
  return {
    to,
    subject: 'Change the address of your Edgematte account',
    text: `${text}\n\nIf this was not you, do not open it, and change your password.\n`,
  };
}

/** Lets a new password be chosen. */
export function reset(to: string, origin: string, token: string): Mail {
  const text = `To choose a new password, open this link within one hour. It works once:\n\n${link(origin, '/reset-password', token)}`;
  return { to, subject: 'A new password for Edgematte', text: text + close };
}

/** For a sign-up with an address that has an account already. */
export function known(to: string, origin: string): Mail {
  const text = `Somebody signed up with this address, and it has an account already. Sign in here:\n\n${origin}/sign-in\n\nIf you have forgotten the password, choose a new one here:\n\n${origin}/forgot-password`;
  return { to, subject: 'You have an Edgematte account already', text: text + close };
}

function link(origin: string, path: string, token: string): string {
  return `${origin}${path}?token=${encodeURIComponent(token)}`;
}
