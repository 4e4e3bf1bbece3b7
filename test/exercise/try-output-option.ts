/**
 * Run in a copy whose cutouts may have an output option `swap_sides`: it changes the task, the service's pixels, and those that the
 * page makes of a cutout by itself, in the same way.
 */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { operationNamed } from '../../src/contract/operations.ts';
import { divideCall } from '../../src/pages/site/browser/playground/divided-call.ts';
import { finishPixels } from '../../src/pages/site/browser/playground/finish-pixels.ts';
import { finish } from '../../src/pixels/pipeline/output/finish.ts';
import { outputOf } from '../../src/pixels/pipeline/output/framing.ts';
import { framePicture } from '../../src/pixels/pipeline/picture/frame.ts';
import type { RowWriter } from '../../src/pixels/pipeline/rows/compose.ts';

const [widthPx, heightPx] = [3, 2];
/** Columns of three colours. */
const columns = [
  [250, 0, 0, 255],
  [0, 240, 0, 255],
  [0, 0, 230, 255],
];
const pixelsOf = (order: readonly number[]) =>
  Uint8Array.from([...order, ...order].flatMap((column) => columns[column]));
const cutout = pixelsOf([0, 1, 2]);

const operation = operationNamed('image-without-background');
const options = { swap_sides: 'true' };
const output = outputOf(operation.read(new Map(Object.entries(options))));
assert.ok(output);
assert.equal(outputOf(operation.read(new Map())), undefined);

const samples = new Uint8Array(widthPx * heightPx * 3);
const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
const { encoded } = await finish({ rows: rows(), alpha: rows }, picture, output, { jpeg: refused, webp: refused });
const service = await sharp(await buffer(encoded))
  .raw()
  .toBuffer();
assert.deepEqual([...service], [...pixelsOf([2, 1, 0])]);

const divided = divideCall({ operation, options });
assert.deepEqual(divided.sent.options, {});
assert.ok(divided.output);
const page = finishPixels({ widthPx, heightPx, samples: new Uint8ClampedArray(cutout) }, divided.output);
assert.deepEqual([...page.pixels.samples], [...service]);

function rows(): RowWriter {
  let at = 0;
  return {
    widthPx,
    heightPx,
    channels: 4,
    write(count, into) {
      into.set(cutout.subarray(at, at + count * widthPx * 4));
      at += count * widthPx * 4;
    },
  };
}

function refused(): never {
  throw new Error('Only PNG was asked for');
}
