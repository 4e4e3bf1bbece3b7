/** `Idempotency-Key`: the name by which a client repeats a call, or edits it, without paying twice. */
import type { AnyTask } from './operation.ts';
import { withoutMaxSize } from './output/options.ts';
import type { WithOutput } from './output/output.ts';

/** Repeats of one call. */
export const maxRepeats = 3;
/** Edits of one call, second sizes aside. */
export const maxEdits = 20;

/** Options in which an edit may differ from the call that it edits: `partsOf` takes them out of a task. */
export const editOptions = ['keep_points', 'drop_points', 'holes', 'max_size'] as const;

/** What of a call an edit may change, as hashes. */
export interface Variant {
  /** Of points and holes. */
  readonly points: string;
  /** Of the longest side. */
  readonly size: string;
}

/** What is remembered of the edits of a call. */
export interface Editing {
  readonly first: Variant;
  /** Of the last edit; the first call's while there is none. */
  readonly latest: Variant;
  /** Whether the points of `latest` were given at a second size. */
  readonly hasSecondSize: boolean;
  /** Edits that were answered, second sizes aside. */
  readonly edits: number;
}

/** The same, and how often the call was repeated. */
export interface Editable extends Editing {
  readonly repeats: number;
}

/** An edit: one that counts, or the same points at a second size. */
export type EditKind = 'edit' | 'second-size';

/** A call under a name, once its file is read. */
export interface NamedCall {
  /** SHA-256 of operation, file, background and the options that no edit changes, hexadecimal. */
  readonly fingerprint: string;
  readonly variant: Variant;
  /** Null for a first call, and for a repeat. */
  readonly edit: EditKind | null;
}

/** A task, with what an edit may change of some of them. */
type EditableTask = AnyTask & WithOutput & { readonly points?: unknown; readonly holes?: unknown };

/** Whether a header's value is a name: 1 to 255 printable ASCII characters, space included. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}

/** What no edit changes of a task, its points and holes, and its longest side. */
export function partsOf({ points, holes, output, ...others }: EditableTask) {
  const call: AnyTask = { ...others, ...withoutMaxSize(output) };
  return { call, points: [points, holes], size: output?.maxSizePx ?? null };
}

/**
 * What a further call under a name is, whose fingerprint is the remembered one; null where the name has none of that left.
 * Whatever was edited, a name answers its first call: as a repeat, and as an edit where repeats are used up.
 */
export function repetitionOf(
  asked: Variant,
  { first, latest, hasSecondSize, repeats, edits }: Editable,
): 'repeat' | EditKind | null {
  const isLatest = isSame(asked, latest);
  const isFirst = isSame(asked, first);
  if (asked.points === latest.points && !isLatest && !hasSecondSize) return 'second-size';
  if ((isLatest || isFirst) && repeats < maxRepeats) return 'repeat';
  const isEdit = !isLatest || (isFirst && edits > 0);
  return isEdit && edits < maxEdits ? 'edit' : null;
}

function isSame(one: Variant, other: Variant): boolean {
  return one.points === other.points && one.size === other.size;
}
