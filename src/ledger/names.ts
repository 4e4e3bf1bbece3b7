/** What is stored of a paid call under an `Idempotency-Key`, and for how long. */

/** From the charge on. */
export const memoryMs = 86_400_000;
/** Repeats of one call. */
export const maxRepeats = 3;
/** Remembered names of a key; the oldest make room. Those in work stay. */
export const maxNames = 50_000;

export interface Remembered {
  /** SHA-256 of what was asked, hexadecimal. */
  readonly fingerprint: string;
  /** Repeats that were answered. */
  readonly repeats: number;
  readonly endsAtMs: number;
}

/** What becomes of a call under a name: `in-progress` and `exhausted` are refused, `repeat` costs nothing. */
export type Naming =
  | { readonly kind: 'first' | 'in-progress' | 'exhausted' }
  | { readonly kind: 'repeat'; readonly fingerprint: string };

/** @param remembered what the store has under the name, ended or not; null where it has nothing */
export function namingOf(
  name: string | null,
  inWork: ReadonlySet<string>,
  remembered: Remembered | null,
  nowMs: number,
): Naming {
  if (name === null) return { kind: 'first' };
  if (inWork.has(name)) return { kind: 'in-progress' };
  if (!remembered || nowMs >= remembered.endsAtMs) return { kind: 'first' };
  if (remembered.repeats >= maxRepeats) return { kind: 'exhausted' };
  return { kind: 'repeat', fingerprint: remembered.fingerprint };
}
