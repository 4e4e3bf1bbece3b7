/** Movements of credits in words, and as a file that spreadsheets open. */
import { formatExpiry } from '../../../contract/dates.ts';
import type { OwnMovement } from '../../accounts/own-credits.ts';
import { type Cell, csvOf } from '../writing/csv.ts';

/** What a movement is called. */
export function wordOf({
  kind,
  amount,
  reference,
  requestId,
}: Pick<OwnMovement, 'kind' | 'amount' | 'reference' | 'requestId'>): string {
  if (kind === 'grant' && reference?.startsWith('sign-up:')) return 'Sign-up credits';
  if (kind === 'grant' && requestId !== null) return 'Refunded call';
  if (kind === 'grant' && amount === 0) return 'Wallet opened';
  return words[kind];
}

const words = {
  opening: 'Earlier movements',
  grant: 'Credits added',
  charge: 'Call',
  preview: 'Free preview',
  repeat: 'Repeated call',
  edit: 'Edited call',
  lapse: 'Call that was lost',
  refund: 'Refund',
  correction: 'Correction',
} as const;

/** The name of a movement that its account can look up elsewhere: a request id or an order. A sign-up has none. */
export function shownReference({ requestId, reference }: Pick<OwnMovement, 'requestId' | 'reference'>): string {
  if (requestId !== null) return requestId;
  return reference === null || reference.startsWith('sign-up:') ? '' : reference;
}

const columns = ['time_utc', 'movement', 'credits', 'balance', 'key', 'request_or_reference'];

/** A CSV of movements, written as it is read. */
export function movementsCsv(movements: AsyncIterable<OwnMovement>): ReadableStream<Uint8Array> {
  return csvOf(columns, rowsOf(movements));
}

async function* rowsOf(movements: AsyncIterable<OwnMovement>): AsyncGenerator<Cell[]> {
  for await (const movement of movements) {
    const { atMs, amount, balanceAfter, keyName } = movement;
    yield [formatExpiry(atMs), wordOf(movement), amount, balanceAfter, keyName ?? '', shownReference(movement)];
  }
}
