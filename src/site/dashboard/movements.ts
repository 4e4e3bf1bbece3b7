/** Movements of credits in words, and as a file that spreadsheets open. */
import type { OwnMovement } from '../../accounts/own-credits.ts';
import { formatExpiry } from '../../contract/dates.ts';

/** What a movement is called. */
export function wordOf({ kind, amount, reference }: Pick<OwnMovement, 'kind' | 'amount' | 'reference'>): string {
  if (kind === 'grant' && reference?.startsWith('sign-up:')) return 'Sign-up credits';
  if (kind === 'grant' && amount === 0) return 'Wallet opened';
  return words[kind];
}

const words = {
  opening: 'Earlier movements',
  grant: 'Credits added',
  charge: 'Call',
  preview: 'Free preview',
  repeat: 'Repeated call',
  lapse: 'Call that was lost',
  refund: 'Refund',
  correction: 'Correction',
} as const;

/** What a movement is known by outside: the request, or the order; the sign-up's own name says nothing to anybody. */
export function shownReference({ requestId, reference }: Pick<OwnMovement, 'requestId' | 'reference'>): string {
  if (requestId !== null) return requestId;
  return reference === null || reference.startsWith('sign-up:') ? '' : reference;
}

const columns = ['time_utc', 'movement', 'credits', 'balance', 'key', 'request_or_reference'];

/** A CSV of movements (RFC 4180), written as it is read. */
export function movementsCsv(movements: AsyncIterable<OwnMovement>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = movements[Symbol.asyncIterator]();
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      let text = begun ? '' : line(columns);
      begun = true;
      while (text.length < 16_384) {
        const { done, value } = await iterator.next();
        if (done) {
          controller.enqueue(encoder.encode(text));
          return controller.close();
        }
        const { atMs, amount, balanceAfter, keyName } = value;
        const cells = [formatExpiry(atMs), wordOf(value), amount, balanceAfter, keyName ?? '', shownReference(value)];
        text += line(cells);
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}

function line(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula is marked as text. */
function cellOf(cell: string | number): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
