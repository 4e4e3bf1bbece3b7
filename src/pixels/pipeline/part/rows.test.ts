import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import type { Region } from '../plane/region.ts';
import type { RowWriter } from '../rows/compose.ts';
import { partOf } from './picture.ts';
import { inPlace } from './rows.ts';

const [widthPx, heightPx] = [23, 19];
const samples = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, at) => 1 + (at % 251));
const picture = framePicture({ widthPx, heightPx, channels: 4, samples, orientation: 1, icc: null });

/** A region inside of another one. */
const regionIn = ({ leftPx, topPx, widthPx: across, heightPx: down }: Region): fc.Arbitrary<Region> =>
  fc.tuple(fc.integer({ min: 0, max: across - 1 }), fc.integer({ min: 0, max: down - 1 })).chain(([left, top]) =>
    fc.record({
      leftPx: fc.constant(leftPx + left),
      topPx: fc.constant(topPx + top),
      widthPx: fc.integer({ min: 1, max: across - left }),
      heightPx: fc.integer({ min: 1, max: down - top }),
    }),
  );
const whole: Region = { leftPx: 0, topPx: 0, widthPx, heightPx };
const regions = regionIn(whole).chain((seen) => regionIn(seen).map((box) => ({ seen, box })));

/** The picture's own pixels as a result. */
function rowsOf(part: Picture): RowWriter {
  const source = part.rows();
  const write = (count: number, into: Uint8Array) => into.set(source.next(count));
  return { widthPx: part.widthPx, heightPx: part.heightPx, channels: 4, write };
}

it('a part laid back is the picture in the box, and nothing beside it, in bands of any height', () => {
  fc.assert(
    fc.property(regions, fc.integer({ min: 1, max: 20 }), ({ seen, box }, bandRows) => {
      const rows = inPlace(rowsOf(partOf(picture, seen)), seen, box, picture);
      const out = new Uint8Array(samples.length).fill(7);
      for (let y = 0; y < heightPx; y += bandRows) {
        rows.write(Math.min(bandRows, heightPx - y), out.subarray(y * widthPx * 4));
      }
      const expected = samples.map((value, at) => {
        const [x, y] = [Math.floor(at / 4) % widthPx, Math.floor(at / 4 / widthPx)];
        const isIn = x >= box.leftPx && x < box.leftPx + box.widthPx && y >= box.topPx && y < box.topPx + box.heightPx;
        return isIn ? value : 0;
      });
      expect(out).toEqual(expected);
    }),
  );
});

it('a part is read like a picture: rows may be passed over, and end', () => {
  const part = partOf(picture, { leftPx: 2, topPx: 3, widthPx: 5, heightPx: 4 });
  const source = part.rows();
  source.skip(1);
  const at = (x: number, y: number) => (y * widthPx + x) * 4;
  expect(source.next(1)).toEqual(samples.subarray(at(2, 4), at(7, 4)));
  expect(source.next(9)).toHaveLength(2 * 5 * 4);
  expect(source.next(1)).toHaveLength(0);
});
