/** What the admin API needs of its deployment. */
import type { LedgerCalls } from '../contract/account.ts';
import { type Limits, parseLimits } from '../contract/limits.ts';

/** Finds a ledger by the name of its wallet. A Durable Object namespace fits. */
export interface LedgerNamespace {
  getByName(wallet: string): LedgerCalls;
}

export interface KeysEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: LedgerNamespace;
  readonly ADMIN_TOKEN: string;
  readonly KEY_HASH_SECRET: string;
  readonly DEFAULT_RATE_PER_MINUTE?: string | number;
  readonly CREDIT_LIFETIME_DAYS?: string | number;
}

/** The terms a key is opened with where the operator names none. @throws Error on a variable out of range */
export function defaultTerms(env: KeysEnv): Pick<Limits, 'defaultRatePerMinute' | 'creditLifetimeDays'> {
  const { DEFAULT_RATE_PER_MINUTE, CREDIT_LIFETIME_DAYS } = env;
  return parseLimits({ DEFAULT_RATE_PER_MINUTE, CREDIT_LIFETIME_DAYS });
}

/** Names of the secrets that the deployment lacks. */
export function missingSecrets(env: Partial<KeysEnv>): string[] {
  return (['ADMIN_TOKEN', 'KEY_HASH_SECRET'] as const).filter((name) => !env[name]);
}
