/** What `env` holds in unit tests inside workerd: the bindings of `wrangler.toml` and what `vitest.config.ts` adds. */
import type { KeyCalls } from './contract/wallets.ts';
import type { Allowances } from './money/allowances/allowances.ts';
import type { CountStore } from './money/counts/count-store.ts';
import type { KeyLedger } from './money/ledger/ledger.ts';
import type { UsageMessage } from './money/usage/event.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      DIRECTORY: D1Database;
      readonly TEST_MIGRATIONS: D1Migration[];
      readonly LEDGERS: DurableObjectNamespace<KeyLedger>;
      readonly ALLOWANCES: DurableObjectNamespace<Allowances>;
      readonly COUNTS: DurableObjectNamespace<CountStore>;
      readonly USAGE: Queue<UsageMessage>;
      readonly IMPROVEMENTS: R2Bucket;
      readonly ENDED: R2Bucket;
      KEYS: KeyCalls;
      readonly ASSETS: Fetcher;
      readonly INFERENCE: Fetcher;
      readonly FETCHER: Fetcher;
      readonly ADMIN_TOKEN: string;
      readonly KEY_HASH_SECRET: string;
    }
  }
}
