/** Variables and secrets of accounts: who may sign up, what comes with it, and how mail goes out. */
import { choice, flag, olderSecrets, secret, text, url, wholeNumber } from './kinds.ts';

/** Without it there are no accounts; calls by key and the trial go on. */
export const sessionSecret = secret(
  'SESSION_SECRET',
  'Signs sessions, encrypts second factors. Without it no account pages; another value signs everybody out, unless the former is in SESSION_SECRETS_OLD',
);

/** For as long as sessions of before last: two weeks. */
export const sessionSecretsOld = olderSecrets('SESSION_SECRETS_OLD', 'SESSION_SECRET');

const maxCredits = 1_000_000;

/** What a deployment may set openly. `npm start` and `npm run dev` take these over from the shell. */
export const accountSettings = {
  publicUrl: url('PUBLIC_URL', {
    fallback: undefined,
    meaning: 'Public address, for mails and redirects. Without it only local requests have account pages',
  }),
  signupMode: choice('SIGNUP_MODE', ['open', 'invite', 'closed'], {
    fallback: 'open',
    meaning: 'Who may sign up',
  }),
  signupCredits: wholeNumber('SIGNUP_CREDITS', {
    fallback: 50,
    min: 0,
    max: maxCredits,
    meaning: "Credits of a new account's test wallet",
  }),
  signupCreditsLive: wholeNumber('SIGNUP_CREDITS_LIVE', {
    fallback: 0,
    min: 0,
    max: maxCredits,
    meaning: 'The same of the live wallet',
  }),
  signupsPerDay: wholeNumber('SIGNUPS_PER_DAY', {
    fallback: 200,
    min: 0,
    max: 1_000_000,
    meaning: 'Sign-ups in any 24 hours, all together',
  }),
  requestLogDays: wholeNumber('REQUEST_LOG_DAYS', {
    fallback: 30,
    min: 0,
    max: 365,
    meaning: 'Days that users see each of their calls, the last 100,000 of a wallet. 0: no request log',
  }),
  mailSender: choice('MAIL_SENDER', ['none', 'resend', 'postmark'], {
    fallback: 'none',
    meaning: 'Who sends mail. With none nobody can sign up',
  }),
  mailFrom: text(
    'MAIL_FROM',
    { fallback: undefined, meaning: 'Sender: Edgematte <hello@example.com>. Needed with a MAIL_SENDER' },
    { pattern: /^[^\r\n]+@[^\r\n]+$/, allowed: 'an e-mail address, with or without a name' },
  ),
} as const;

/** What the sender of mail knows this deployment by. */
export const mailSecrets = {
  mailToken: secret('MAIL_TOKEN', 'API token of the MAIL_SENDER'),
} as const;

/** Set by `npm start` and `npm run dev` alone, so that mail can be read without a sender. */
export const localMail = flag('LOCAL_MAIL', {
  fallback: false,
  meaning: 'For local requests: mail goes to /dev/mail. npm start sets it',
});
