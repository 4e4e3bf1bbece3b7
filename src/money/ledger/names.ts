/** What is stored of a paid call under an `Idempotency-Key`, and for how long. */
import { type Editing, type EditKind, maxEdits, maxRepeats, type Variant } from '../../contract/idempotency.ts';

/** From the charge on. */
export const memoryMs = 86_400_000;
/** Remembered names of a key; the oldest make room. Those in work stay. */
export const maxNames = 50_000;

export interface Remembered {
  /** SHA-256 of what was asked, hexadecimal: of what no edit changes, or of all of a call that cannot be edited. */
  readonly fingerprint: string;
  /** Repeats that were answered. */
  readonly repeats: number;
  readonly endsAtMs: number;
  /** Null for a call from before there were edits. */
  readonly editing: Editing | null;
}

/** What becomes of a call under a name: `in-progress` and `exhausted` are refused, `again` costs nothing. */
export type Naming =
  | { readonly kind: 'first' | 'in-progress' | 'exhausted' }
  | { readonly kind: 'again'; readonly remembered: Remembered };

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
  return isExhausted(remembered) ? { kind: 'exhausted' } : { kind: 'again', remembered };
}

/** What is remembered of a call that was just charged. @param variant null where it cannot be edited */
export function firstOf(fingerprint: string, variant: Variant | null, nowMs: number): Remembered {
  const editing = variant && { first: variant, latest: variant, hasSecondSize: false, edits: 0 };
  return { fingerprint, repeats: 0, endsAtMs: nowMs + memoryMs, editing };
}

/** The same once an edit was answered. Points that stay as they were get no further second size. */
export function edited(editing: Editing, variant: Variant, edit: EditKind): Editing {
  if (edit === 'second-size') return { ...editing, hasSecondSize: true };
  const hasSecondSize = editing.hasSecondSize && variant.points === editing.latest.points;
  return { ...editing, latest: variant, hasSecondSize, edits: editing.edits + 1 };
}

/** Whether a name has neither a repeat nor an edit left, second sizes included. */
function isExhausted({ repeats, editing }: Remembered): boolean {
  return repeats >= maxRepeats && (!editing || (editing.edits >= maxEdits && editing.hasSecondSize));
}
