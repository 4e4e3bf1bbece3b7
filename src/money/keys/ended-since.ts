/** What has ended, as a list outside of backups has it: what its lines say, and what of them counts after a restore. */
import * as z from 'zod';

export const dayMs = 86_400_000;
/** How long a line is kept. */
export const listedDays = 35;
/** What was asked for just before a moment may have ended after it. */
export const marginMs = 5 * 60_000;

const time = z.iso.datetime();
const id = z.string().min(1).max(64);

/** What is listed: ids alone. */
export const endedShape = z.union([z.strictObject({ key: id, ends: time }), z.strictObject({ account: id })]);

/** It with the time at which it was asked for. */
export const lineShape = z.union([
  z.strictObject({ at: time, key: z.string(), ends: time }),
  z.strictObject({ at: time, account: z.string() }),
]);
export type Line = z.infer<typeof lineShape>;

/** What has ended since a moment. */
export interface EndedSince {
  /** When each key ends, Unix milliseconds, by its id. */
  readonly keys: ReadonlyMap<string, number>;
  /** Ids of deleted accounts. */
  readonly accounts: readonly string[];
  /** From when on the list is whole, Unix milliseconds; null where it does not say it. */
  readonly fromMs: number | null;
  /** Lines that say nothing, as the last one does where the machine failed. */
  readonly unreadable: number;
}

/** What counts of the lines of a list since a moment, Unix milliseconds, in whatever order they are. */
export function countedSince(lines: Iterable<Line>, sinceMs: number): Pick<EndedSince, 'keys' | 'accounts'> {
  const keys = new Map<string, number>();
  const accounts = new Set<string>();
  for (const line of inOrder(lines)) {
    const atMs = Date.parse(line.at);
    if (atMs < sinceMs - marginMs) continue;
    if ('account' in line) accounts.add(line.account);
    else {
      const before = keys.get(line.key);
      // As in the ledger: what has ended stays ended; until then the last word counts.
      if (before === undefined || before > atMs) keys.set(line.key, Date.parse(line.ends));
    }
  }
  return { keys, accounts: [...accounts] };
}

function inOrder(lines: Iterable<Line>): Line[] {
  return [...lines].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
