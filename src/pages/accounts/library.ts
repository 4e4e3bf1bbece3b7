/**
 * The auth library, set up. Reached by a dynamic import alone, so that an isolate which answers calls by key never
 * evaluates it. Its own HTTP handler is not used: our pages call `auth.api`.
 */
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { codesCountOnce } from './codes-count-once.ts';
import { passwordLength } from './password.ts';

/** A person, as the library describes one. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** What the library calls. */
export interface AuthPorts {
  readonly directory: D1Database;
  readonly secret: string;
  /** Former values of it that are still accepted. */
  readonly formerSecrets: readonly string[];
  readonly origin: string;
  /** Whether cookies cannot be `Secure`. */
  readonly isLocal: boolean;
  hashPassword(password: string): Promise<string>;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  /** Mails a link that confirms an address: that of a sign-up, or a new one. */
  mailConfirmation(person: Person, token: string): void;
  /** Mails the current address that it is to be replaced. */
  mailChange(person: Person, newEmail: string, token: string): void;
  mailReset(person: Person, token: string): void;
  /** Somebody signed up with an address that has an account. */
  mailKnown(person: Person): Promise<void>;
  /** A link that was mailed to this address has come back. */
  onAddressProven(person: Person): Promise<void>;
  /** The link of a reset has set a password: it proves the address as well. */
  onPasswordReset(person: Person): Promise<void>;
}

const dayS = 86_400;

/** Seconds after which links of mails end. */
const linkLifeS = { confirmation: dayS, reset: 3600 };
/** A session ends so long after its sign-in, whatever is done meanwhile. */
const sessionLifeS = 14 * dayS;

/** The second step of a sign-in ends so long after the password; the library ends it after five wrong codes. */
const secondStepLifeS = 600;
/** Wrong codes in a row, over all second steps of an account, after which no code is accepted for a while. */
const codeLockout = { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 };

/** Makes the library's instance for one origin. */
export function createAuth(ports: AuthPorts) {
  return betterAuth({
    appName: 'Edgematte',
    database: ports.directory,
    secret: ports.secret,
    baseURL: ports.origin,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => console.error(JSON.stringify({ level, event: 'auth', message })),
    },
    advanced: {
      useSecureCookies: false, // Their prefix would be __Secure-; the attributes are set below.
      cookiePrefix: ports.isLocal ? 'edgematte' : '__Host-edgematte',
      defaultCookieAttributes: { httpOnly: true, secure: !ports.isLocal, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
    },
    user: {
      modelName: 'accounts',
      additionalFields: {
        termsAcceptedAt: { type: 'date' },
        isOperator: { type: 'boolean', defaultValue: false, input: false },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) => ports.mailChange(user, newEmail, token),
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionLifeS,
      disableSessionRefresh: true,
      freshAge: 0,
    },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkLifeS.reset,
      password: {
        hash: (password) => ports.hashPassword(password),
        verify: ({ hash, password }) => ports.verifyPassword(hash, password),
      },
      sendResetPassword: async ({ user, token }) => ports.mailReset(user, token),
      onPasswordReset: ({ user }) => ports.onPasswordReset(user),
      onExistingUserSignUp: ({ user }) => ports.mailKnown(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: false,
      expiresIn: linkLifeS.confirmation,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, token }) => ports.mailConfirmation(user, token),
      afterEmailVerification: (user) => ports.onAddressProven(user),
    },
    plugins: [
      codesCountOnce({ ...ports, env: { DIRECTORY: ports.directory } }),
      twoFactor({
        issuer: 'Edgematte',
        twoFactorTable: 'second_factors',
        twoFactorCookieMaxAge: secondStepLifeS,
        accountLockout: codeLockout,
      }),
    ],
  });
}

/** The library's instance. */
export type Auth = ReturnType<typeof createAuth>;
