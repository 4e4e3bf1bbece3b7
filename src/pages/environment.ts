/** Bindings of the pages, and what their code asks in place of them. */
import type { PageLedgers, WalletCalls } from '../contract/wallets.ts';
import type { CountsEnv } from '../money/counts/store.ts';
import type { UsageEnv } from '../money/usage/event.ts';
import type { PagesEnv } from './site/visit/visit.tsx';

/** The bindings. Entrypoints of the edge are among them, its secrets and ledgers are not. */
export interface PagesBindings extends Omit<PagesEnv, 'LEDGERS' | 'KEYS'>, UsageEnv, CountsEnv {
  readonly WALLETS: WalletCalls;
}

/**
 * What one request, delivery or schedule goes by. All that it asks of ledgers is one call of the entrypoint: Cloudflare lets a request make
 * 32, and an account may have 200 keys.
 */
export function pagesEnvironment(bindings: PagesBindings): PagesEnv & UsageEnv {
  const anew = () => pagesEnvironment(bindings);
  const { WALLETS } = bindings;
  let ledgers: PageLedgers | null = null;
  const getByName = (wallet: string) => {
    ledgers ??= WALLETS.ledgers();
    return ledgers.getByName(wallet);
  };
  return { ...bindings, KEYS: WALLETS, LEDGERS: { getByName }, anew };
}
