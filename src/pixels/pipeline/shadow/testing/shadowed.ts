/** For tests: alpha with a shadow under it. */
import type { Shadow } from '../../../../contract/output/shadow.ts';
import { atOnce } from '../../../bounds/shared-thread.ts';
import { framedRows } from '../../output/framed-rows.ts';
import type { Framing } from '../../output/framing.ts';
import { onShadow } from '../../output/on-shadow.ts';
import { subjectBox } from '../../output/subject-box.ts';
import { rowsOf, samplesOf } from '../../output/testing/rows.ts';
import type { Plane } from '../../plane/plane.ts';
import { shadowSource } from '../drawn.ts';

/** All of a picture, as it is. */
export const whole = ({ widthPx, heightPx }: Plane): Framing => ({
  ...{ widthPx, heightPx, boxLeftPx: 0, boxTopPx: 0, boxWidthPx: widthPx, boxHeightPx: heightPx },
});

/**
 * White things of that alpha over their shadow, as RGBA.
 * @throws Error where nothing casts one
 */
export function shadowed(alpha: Plane, { kind, opacityPercent }: Shadow, framing = whole(alpha)): Uint8Array {
  const { widthPx, heightPx, samples } = alpha;
  const seen = rowsOf(widthPx, heightPx, 1, samples);
  const source = shadowSource({ kind, opacityPercent }, seen);
  const box = atOnce(subjectBox(seen, [source]));
  const shade = box && source.shade(box);
  if (!shade) throw new Error('There is no shadow');
  const rgba = Uint8Array.from({ length: samples.length * 4 }, (_, at) => {
    const own = samples[at >> 2];
    return at % 4 === 3 ? own : own && 255;
  });
  const rows = framedRows(rowsOf(widthPx, heightPx, 4, rgba), framing);
  return samplesOf(onShadow(rows, framing, shade, opacityPercent / 100));
}
