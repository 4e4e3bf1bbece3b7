/** What the admin API needs of its deployment. */
import type { LedgerCalls } from '../../contract/account.ts';
import { edgeSecrets } from '../../contract/settings/edge.ts';
import { limitSettings } from '../../contract/settings/limits.ts';
import {
  missingSecrets as missingIn,
  readSettings,
  type Values,
  type Variables,
} from '../../contract/settings/read.ts';
import type { KeyCalls, PageLedgers } from '../../contract/wallets.ts';

/** Where what ends is listed: a service of `npm start`, or a bucket. A deployment may lack both. */
export interface EndedEnv {
  readonly ENDED_LIST?: Pick<Fetcher, 'fetch'>;
  readonly ENDED?: Pick<R2Bucket, 'put' | 'list' | 'delete'>;
}

/** Finds a ledger by the name of its wallet. A Durable Object namespace fits. */
export interface LedgerNamespace {
  getByName(wallet: string): LedgerCalls;
}

export interface KeysEnv extends EndedEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: LedgerNamespace;
  readonly ADMIN_TOKEN: string;
  readonly KEY_HASH_SECRET: string;
  /** The variables of `contract/settings/edge.ts` and `limits.ts`. */
  readonly [variable: string]: unknown;
}

/** What the parts of the admin API need that are the pages': neither token nor secret. */
export interface PagesAdminEnv extends EndedEnv {
  readonly DIRECTORY: D1Database;
  readonly LEDGERS: PageLedgers;
  readonly KEYS: KeyCalls;
  /** The variables of `contract/settings/edge.ts` and `limits.ts`. */
  readonly [variable: string]: unknown;
}

const { defaultRatePerMinute, creditLifetimeDays } = limitSettings;
const terms = { defaultRatePerMinute, creditLifetimeDays };

/** The terms a key is opened with where the operator names none. @throws SettingsFault on a variable out of range */
export function defaultTerms(env: Variables): Values<typeof terms> {
  return readSettings(terms, env);
}

/** Names of the secrets that the deployment lacks. */
export function missingSecrets(env: Partial<KeysEnv>): string[] {
  return missingIn(edgeSecrets, env);
}
