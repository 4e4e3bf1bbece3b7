/** What accounts need from a deployment, and whether it is configured for them. */
import { type AddressedRequest, isLocalRequest } from '../../contract/loopback.ts';
import {
  accountSettings,
  localMail,
  mailSecrets,
  sessionSecret,
  sessionSecretsOld,
} from '../../contract/settings/accounts.ts';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { limitSettings } from '../../contract/settings/limits.ts';
import { readSetting, readSettings, SettingsFault, type Values } from '../../contract/settings/read.ts';
import type { KeyCalls, PageLedgers } from '../../contract/wallets.ts';
import type { AllowanceSets } from '../../money/allowances/calls.ts';
import type { EndedEnv } from '../../money/keys/environment.ts';

/** The bindings, variables included. */
export interface AccountsEnv extends EndedEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: PageLedgers;
  readonly KEYS: KeyCalls;
  readonly ALLOWANCES: AllowanceSets;
  readonly SESSION_SECRET?: string;
  /** The same for another request, where ledgers are asked by a session of one. */
  readonly anew?: () => AccountsEnv;
}

const { supportEmail, trustedAddressHeader } = edgeSettings;
const { isolateBudgetBytes, capacityWaitMs, defaultRatePerMinute, creditLifetimeDays } = limitSettings;
const settings = {
  ...{ ...accountSettings, ...mailSecrets, localMail, supportEmail, trustedAddressHeader },
  ...{ isolateBudgetBytes, capacityWaitMs, defaultRatePerMinute, creditLifetimeDays },
};

/** A deployment that has accounts. */
export interface AccountsSetup extends Values<typeof settings> {
  readonly env: AccountsEnv;
  readonly secret: string;
  /** Former values of it that are still accepted. */
  readonly formerSecrets: readonly string[];
  /** What mails and redirects begin with: no slash at the end. */
  readonly origin: string;
  /** Whether a local request asks for it over http, where cookies cannot be `Secure`. */
  readonly isLocal: boolean;
}

/**
 * The configuration of accounts, for a request.
 * @returns null where the deployment has no accounts: SESSION_SECRET or PUBLIC_URL is missing or wrong, which the log
 *   then says
 */
export function accountsSetup(request: AddressedRequest, env: AccountsEnv): AccountsSetup | null {
  const { protocol, origin } = new URL(request.url);
  const comesFromHere = isLocalRequest(request);
  try {
    const values = readSettings(settings, { ...env });
    const secret = readSetting(sessionSecret, { ...env });
    const formerSecrets = readSetting(sessionSecretsOld, { ...env });
    if (!secret || (!values.publicUrl && !comesFromHere)) return null;
    const named = comesFromHere || !values.publicUrl ? origin : new URL(values.publicUrl).origin;
    // A mail's link in the log of a deployment could be used by anybody who reads the log.
    const localMail = values.localMail && comesFromHere;
    return {
      ...values,
      localMail,
      env,
      secret,
      formerSecrets,
      origin: named,
      isLocal: comesFromHere && protocol === 'http:',
    };
  } catch (cause) {
    if (!(cause instanceof SettingsFault)) throw cause;
    console.error(JSON.stringify({ level: 'error', event: 'accounts-not-configured', cause: cause.message }));
    return null;
  }
}

/** Whether mail can be sent; without it nobody can sign up or reset a password. */
export function hasMail({ mailSender, mailFrom, mailToken, localMail }: AccountsSetup): boolean {
  return localMail || (mailSender !== 'none' && Boolean(mailFrom && mailToken));
}
