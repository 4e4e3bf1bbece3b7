import { describe, expect, test } from 'vitest';
import {
  type Editable,
  editOptions,
  maxEdits,
  maxRepeats,
  partsOf,
  repetitionOf,
  type Variant,
} from './idempotency.ts';
import { optionNames, processingOperations } from './operations.ts';
import type { Option } from './options.ts';

const [plain, large, clicked, other]: readonly Variant[] = [
  { points: 'none', size: 's' },
  { points: 'none', size: 'l' },
  { points: 'p', size: 's' },
  { points: 'q', size: 'l' },
];
const fresh: Editable = { first: plain, latest: plain, hasSecondSize: false, repeats: 0, edits: 0 };
const edited: Editable = { ...fresh, latest: clicked, edits: 1 };

describe('a further call under a name', () => {
  test.each<[string, Variant, Partial<Editable>, ReturnType<typeof repetitionOf>]>([
    ['the same', plain, fresh, 'repeat'],
    ['the same, once repeats are used up', plain, { ...fresh, repeats: maxRepeats }, null],
    ['another size', large, fresh, 'second-size'],
    ['another size, once a second was given', large, { ...fresh, hasSecondSize: true }, 'edit'],
    ['another size, once repeats are used up', large, { ...fresh, repeats: maxRepeats }, 'second-size'],
    ['other points', clicked, fresh, 'edit'],
    ['other points and another size', other, fresh, 'edit'],
    ['other points, once a second size was given', clicked, { ...fresh, hasSecondSize: true }, 'edit'],
    ['other points, once edits are used up', other, { ...edited, edits: maxEdits }, null],
    ['the last of the edits', other, { ...edited, edits: maxEdits - 1 }, 'edit'],
    ['the edited call again', clicked, edited, 'repeat'],
    ['the edited call again, once repeats are used up', clicked, { ...edited, repeats: maxRepeats }, null],
    ['the edited call at another size', { points: 'p', size: 'l' }, { ...edited, edits: maxEdits }, 'second-size'],
    ['the first call after an edit', plain, edited, 'repeat'],
    ['the first call after an edit, once edits are used up', plain, { ...edited, edits: maxEdits }, 'repeat'],
    ['the first call after an edit, once repeats are used up', plain, { ...edited, repeats: maxRepeats }, 'edit'],
    [
      'the first call, edited back to, once repeats are used up',
      plain,
      { ...fresh, repeats: maxRepeats, edits: 2 },
      'edit',
    ],
    [
      'the first call, once repeats and edits are used up',
      plain,
      { ...edited, repeats: maxRepeats, edits: maxEdits },
      null,
    ],
    ['the points of the first call at a size of neither', large, edited, 'edit'],
  ])('that asks for %s: %s', (_what, asked, change, repetition) => {
    expect(repetitionOf(asked, { ...fresh, ...change })).toBe(repetition);
  });

  test('may be a repeat three times and an edit twenty times', () => {
    expect([maxRepeats, maxEdits]).toEqual([3, 20]);
  });
});

/** A value of the option that is not its default. */
function otherValueOf({ values, schema }: Option): unknown {
  const examples = (schema.examples ?? []) as unknown[];
  return [...values, ...examples].find((value) => value !== schema.default);
}

/** What options need beside them. */
const companions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  crop_margin: { crop: 'subject' },
  crop_cut_sides: { crop: 'subject' },
  shadow_opacity: { shadow: 'contact' },
  output_quality: { output_format: 'webp' },
};

describe('what no edit changes of a task', () => {
  const cases = processingOperations.flatMap(({ name, options, read }) =>
    Object.entries(options).map(([option, declared]) => ({ name, option, declared, read })),
  );

  test.each(cases)('$name, $option: it is part of it unless an edit may change it', ({ option, declared, read }) => {
    const beside = companions[option] ?? {};
    const value = declared.isFile ? 'a file' : otherValueOf(declared);
    const [without, sent] = [beside, { ...beside, [option]: value }].map((given) => {
      return partsOf(read(new Map(Object.entries(given))));
    });
    const isEdit = (editOptions as readonly string[]).includes(option);
    const [call, otherCall] = [without, sent].map((parts) => JSON.stringify(parts.call));
    expect(call === otherCall).toBe(isEdit);
    const [variant, otherVariant] = [without, sent].map(({ points, size }) => JSON.stringify([points, size]));
    expect(variant === otherVariant).toBe(!isEdit);
  });

  test('has options to show for it', () => {
    expect(editOptions.filter((name) => optionNames.has(name))).toContain('max_size');
  });

  test('are points, holes and the longest side', () => {
    const call = { kind: 'cutout', refine: true };
    expect(partsOf(call)).toEqual({ call, points: [undefined, undefined], size: null });
    const clicked = { ...call, points: { keep: [1] }, holes: 'open' };
    expect(partsOf(clicked)).toEqual({ call, points: [{ keep: [1] }, 'open'], size: null });
  });

  test('is as before for a call without them, so that an old hash still fits', () => {
    for (const { read } of processingOperations) {
      const task = read(new Map());
      expect(JSON.stringify(partsOf(task).call)).toBe(JSON.stringify(task));
    }
  });
});
