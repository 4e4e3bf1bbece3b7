/** What a page or file of requests is asked for: which keys, how calls ended, and where it goes on. */
import type { RequestFilter, RequestPlace } from '../../../money/request-log/find.ts';
import type { AccountWallet } from '../../accounts/wallets.ts';
import { type KeyChoice, keyChoiceOf, keysOf } from '../dashboard/key-choice.tsx';

/** How calls ended, as the form offers it. */
export const outcomes = {
  all: 'All answers',
  2: 'Successes (2xx)',
  4: 'Refused (4xx)',
  5: 'Failed (5xx)',
} as const;

/** What is asked for. */
export interface RequestChoice {
  readonly key: KeyChoice;
  readonly status: `${keyof typeof outcomes}`;
  /** Null for the newest. */
  readonly before: RequestPlace | null;
}

const statuses = ['all', '2', '4', '5'] as const;

/** Reads a query; what the forms cannot ask for is all. @param names of the account's own keys */
export function choiceOf(query: Readonly<Record<string, string>>, names: ReadonlyMap<string, string>): RequestChoice {
  const { key, status, before = '' } = query;
  const [, atMs, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(before) ?? [];
  return {
    key: keyChoiceOf(key, names),
    status: statuses.find((each) => each === status) ?? 'all',
    before: atMs === undefined ? null : { atMs: Number(atMs), sequence: Number(sequence) },
  };
}

/** The same as what the log is asked for, of these wallets. */
export function askedOf(
  { key, status }: RequestChoice,
  own: readonly AccountWallet[],
): { readonly wallets: readonly string[]; readonly filter: RequestFilter } {
  const { wallets, keyId } = keysOf(key, own);
  const statusClass = status === 'all' ? undefined : (Number(status) as 2 | 4 | 5);
  return { wallets: wallets.map(({ wallet }) => wallet), filter: { keyId, statusClass } };
}

/** The query of a choice, without what is left to be all. */
export function queryOf({ key, status }: RequestChoice, before: RequestPlace | null = null): string {
  const query = new URLSearchParams();
  if (key !== 'all') query.set('key', key);
  if (status !== 'all') query.set('status', status);
  if (before) query.set('before', `${before.atMs}-${before.sequence}`);
  return query.size === 0 ? '' : `?${query}`;
}
