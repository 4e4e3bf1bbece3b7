/** Turns, mirrors and crops of HEIF, folded into one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import { foldTransformations, type Transformation } from './transformations.ts';

const turn = fc.record({ kind: fc.constant('turn' as const), quartersAntiClockwise: fc.integer({ min: 0, max: 3 }) });
const mirror = fc.record({
  kind: fc.constant('mirror' as const),
  axis: fc.constantFrom('left-right' as const, 'top-bottom' as const),
});
const border = fc.integer({ min: 0, max: 1 });
const crop = fc.record({
  kind: fc.constant('crop' as const),
  left: border,
  top: border,
  right: border,
  bottom: border,
});

/** One step done to a grid of pixels as the specification words it. */
function apply(grid: readonly number[][], step: Transformation): number[][] {
  if (step.kind === 'crop') {
    return grid.slice(step.top, grid.length - step.bottom).map((row) => row.slice(step.left, row.length - step.right));
  }
  if (step.kind === 'mirror') {
    return step.axis === 'top-bottom' ? [...grid].reverse() : grid.map((row) => [...row].reverse());
  }
  let turned = grid.map((row) => [...row]);
  for (let quarter = 0; quarter < step.quartersAntiClockwise; quarter++) {
    // The rightmost column becomes the first row.
    turned = turned[0].map((_, column) => turned.map((row) => row[row.length - 1 - column]));
  }
  return turned;
}

it('is what the steps do one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(turn, mirror, crop), { maxLength: 4 }), (steps) => {
      const [widthPx, heightPx] = [11, 10];
      const grid = Array.from({ length: heightPx }, (_, y) =>
        Array.from({ length: widthPx }, (_, x) => y * widthPx + x),
      );
      const { crop, orientation } = foldTransformations(widthPx, heightPx, steps);
      const cropped = grid
        .slice(crop.top, crop.top + crop.heightPx)
        .flatMap((row) => row.slice(crop.left, crop.left + crop.widthPx));
      const samples = Uint8Array.from(cropped.flatMap((value) => [value, value, value]));
      const picture = framePicture({ ...crop, channels: 3, samples, orientation, icc: null });
      const upright = [...picture.rows().next(99)].filter((_, index) => index % 3 === 0);
      expect(upright).toEqual(steps.reduce<number[][]>(apply, grid).flat());
    }),
  );
});
