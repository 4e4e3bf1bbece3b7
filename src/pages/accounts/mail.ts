/** Mail: one text to one address, through an HTTP sender; on this machine into a box that `/dev/mail` shows. */
import { waitUntil } from 'cloudflare:workers';
import type { AccountsSetup } from './environment.ts';

/** One mail, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail of the local box. */
export interface KeptMail extends Mail {
  readonly at: string;
}

type MailSetup = Pick<AccountsSetup, 'mailSender' | 'mailFrom' | 'mailToken' | 'localMail'>;

const boxLength = 50;
/** The local box, newest first: gone with its process, and empty in every deployment. */
const box: KeptMail[] = [];

/**
 * Sends a mail after the answer has gone out, so that no answer takes longer where a mail is sent. What fails is logged,
 * without address and text.
 */
export function sendMail(setup: MailSetup, mail: Mail): void {
  waitUntil(deliver(setup, mail));
}

/** The mails of the local box, newest first. */
export function localMails(): readonly KeptMail[] {
  return box;
}

/** Delivers a mail. Never throws: what fails is logged. @param send for tests */
export async function deliver(setup: MailSetup, mail: Mail, send: typeof fetch = fetch): Promise<void> {
  const { mailSender, mailFrom, mailToken, localMail } = setup;
  if (localMail) return keep(mail);
  if (mailSender === 'none' || !mailFrom || !mailToken) return complain('mail-not-configured');
  try {
    const answer = await send(requestOf[mailSender](mailFrom, mailToken, mail));
    if (!answer.ok) complain('mail-refused', { status: answer.status });
    await answer.body?.cancel();
  } catch (cause) {
    complain('mail-not-sent', { cause: cause instanceof Error ? cause.message : String(cause) });
  }
}

const requestOf = {
  resend: (from: string, token: string, { to, subject, text }: Mail) =>
    post('https://api.resend.com/emails', { Authorization: `Bearer ${token}` }, { from, to: [to], subject, text }),
  postmark: (from: string, token: string, { to, subject, text }: Mail) =>
    post(
      'https://api.postmarkapp.com/email',
      { 'X-Postmark-Server-Token': token },
      { From: from, To: to, Subject: subject, TextBody: text, MessageStream: 'outbound' },
    ),
};

function post(url: string, headers: Record<string, string>, body: unknown): Request {
  return new Request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  });
}

function keep(mail: Mail): void {
  box.unshift({ ...mail, at: new Date().toISOString() });
  box.length = Math.min(box.length, boxLength);
  // The log is kept for long, and a mail has an address and a link that lets its reader in.
  console.log(JSON.stringify({ level: 'info', event: 'mail-kept', at: '/dev/mail' }));
}

function complain(event: string, fields: Readonly<Record<string, unknown>> = {}): void {
  console.error(JSON.stringify({ level: 'error', event, ...fields }));
}
