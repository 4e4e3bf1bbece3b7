/** Shadows that are drawn under a cutout. */
import { choice, type ValuesOf, written, wrongValue } from '../options.ts';

export interface Shadow {
  readonly kind: 'drop' | 'contact';
  /** Where it is darkest, 0 to 100. */
  readonly opacityPercent: number;
}

/** How dark a shadow is where nothing is said. */
export const usualOpacityPercent: Readonly<Record<Shadow['kind'], number>> = { drop: 50, contact: 70 };

export const shadowOptions = {
  shadow: choice(
    ['none', 'drop', 'contact'],
    "A black shadow under the cutout, drawn from its alpha. `drop` is that of an object before a wall: the alpha moved down and blurred. `contact` is that of an object that stands on the ground: dark where its lower edge meets the ground, soft along it. The canvas cuts it off; `crop`, `scale` and boxes are the subject's alone. `output_format=zip` has none of it.",
    'none',
    { wrong: 'soft', beyondContract: true },
  ),
  shadow_opacity: written({
    meaning: `How dark a shadow is where it is darkest, in percent, 0 to 100; ${usualOpacityPercent.drop} for \`drop\` and ${usualOpacityPercent.contact} for \`contact\` where it is not sent.`,
    pattern: '\\d|[1-9]\\d|100',
    expected: 'a whole number from 0 to 100',
    numbers: { least: 0, most: 100 },
    of: Number,
    wrong: '101',
    schema: { examples: ['40'] },
  }),
};

/** As `outputInBrowser` has it. */
export const shadowInBrowser: Readonly<Record<keyof typeof shadowOptions, boolean>> = {
  shadow: true,
  shadow_opacity: true,
};

/** An opacity without a shadow, for the reference. */
export const shadowContradiction = {
  when: '`shadow_opacity` was sent without `shadow`',
  given: { shadow_opacity: '40' },
} as const;

/**
 * The shadow that is asked for; null for none.
 * @throws Refused 422 `value_error` for an opacity without a shadow
 */
export function shadowOf({ shadow: kind, shadow_opacity: opacity }: ValuesOf<typeof shadowOptions>): Shadow | null {
  if (kind !== 'none') return { kind, opacityPercent: opacity ?? usualOpacityPercent[kind] };
  if (opacity === undefined) return null;
  throw wrongValue(
    'shadow_opacity',
    'shadow_opacity needs shadow=drop or contact. Send both, or neither',
    'value_error',
  );
}
