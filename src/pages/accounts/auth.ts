/** The auth library's instance of this isolate, and its configuration. */
import type { AccountsSetup } from './environment.ts';
import * as letters from './letters.ts';
import type { Auth } from './library.ts';
import { sendMail } from './mail.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { endOlder } from './password-change.ts';
import { welcome } from './wallets.ts';

/** The latest instance: a deployment has one origin and one secret. Making one calls nothing. */
let latest: { readonly origin: string; readonly secrets: string; readonly auth: Auth } | null = null;

/** The library, loaded and made at the first call of an isolate. */
export async function authOf(setup: AccountsSetup): Promise<Auth> {
  const { origin, secret } = setup;
  const secrets = [secret, ...setup.formerSecrets].join();
  if (latest?.origin === origin && latest.secrets === secrets) return latest.auth;
  const { createAuth } = await import('./library.ts');
  const auth = createAuth({
    directory: setup.env.DIRECTORY,
    secret,
    formerSecrets: setup.formerSecrets,
    origin,
    isLocal: setup.isLocal,
    hashPassword: (password) => hashPassword(password, setup),
    verifyPassword: (hash, password) => verifyPassword(hash, password, setup),
    mailConfirmation: ({ email }, token) => sendMail(setup, letters.confirmation(email, origin, token)),
    mailChange: ({ email }, newEmail, token) => sendMail(setup, letters.change(email, newEmail, origin, token)),
    mailReset: ({ email }, token) => sendMail(setup, letters.reset(email, origin, token)),
    mailKnown: async ({ email, emailVerified }) => {
      if (emailVerified) sendMail(setup, letters.known(email, origin));
      // The person who signed up first may not own the address: only a new password makes the account the owner's.
      else await auth.api.requestPasswordReset({ body: { email } });
    },
    onAddressProven: (person) => welcome(person, setup),
    onPasswordReset: async (person) => {
      await endOlder(person.id, null, setup);
      await welcome(person, setup);
    },
  });
  latest = { origin, secrets, auth };
  return auth;
}

/** Code of the library's refusal, as `INVALID_TOKEN`; null where something else was thrown. */
export function refusalCode(failure: unknown): string | null {
  if (!(failure instanceof Error) || failure.name !== 'APIError' || !('body' in failure)) return null;
  const { body } = failure;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'UNKNOWN';
}
