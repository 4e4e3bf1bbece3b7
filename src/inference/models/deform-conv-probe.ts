/**
 * Whether a runtime has the operator DeformConv, and computes what the operator is defined to: a provider may lack it, or
 * read offsets and pixels beyond the edge in another way. Asked with a graph of a few nodes before a network is made of it.
 */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFloats, makeNode } from './onnx/build.ts';
import { raisedOpset } from './onnx/opset.ts';
import { encodeModel } from './onnx/proto.ts';
import { wrapInBytes } from './onnx/wrapper.ts';
import type { RunOnce } from './trial.ts';
import { openWorkspace } from './workspace.ts';

const side = 8;
const channelWeights = [0.5, 0.3, 0.2];
/** How far each place of the 3 × 3 kernel is moved and what it counts: between pixels, and over all four edges. */
const taps = Array.from({ length: 9 }, (_, at) => ({ y: 1.25 - 0.5 * at, x: 0.75 * at - 2.5, mask: 0.5 + at / 16 }));
/** Steps of 255: half of one is rounding, the rest for providers that multiply in fewer bits. */
const tolerance = 2;

/**
 * Asks a runtime.
 * @param modelsDirectory for the probe's file, which is removed again
 * @returns false where it lacks the operator, or computes something else
 */
export async function hasDeformConv(runOnce: RunOnce, modelsDirectory: string): Promise<boolean> {
  const workspace = await openWorkspace(modelsDirectory, 'deform-conv');
  try {
    const file = path.join(workspace, 'probe.onnx');
    await writeFile(file, probe());
    const picture = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * 37 + (at % 7) * 41) % 256);
    const image = { name: 'image', datatype: 'UINT8', shape: [1, side, side, 3], data: picture };
    const {
      answer: { data },
    } = await runOnce(file, image, 'matte');
    const expected = answerFor(picture);
    return data.length === expected.length && expected.every((value, at) => Math.abs(value - data[at]) <= tolerance);
  } catch {
    // Whatever keeps the probe from running is said by the trial run of the network, where it matters there too.
    return false;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/** The file: `image` UINT8 [1,8,8,3] to `matte` UINT8 [1,8,8]. */
function probe(): Uint8Array {
  const constant = (name: string, values: readonly number[]) => [
    // Computed of the picture, as in a network: constants might take another way.
    makeFloats(`${name}/weight`, Array(3 * values.length).fill(0), [values.length, 3, 1, 1]),
    makeFloats(`${name}/bias`, values, [values.length]),
  ];
  const network = {
    nodes: [
      makeNode('Conv', ['picture', 'offsets/weight', 'offsets/bias'], 'offsets', { kernel_shape: [1, 1] }),
      makeNode('Conv', ['picture', 'mask/weight', 'mask/bias'], 'mask', { kernel_shape: [1, 1] }),
      makeNode('DeformConv', ['picture', 'weight', 'offsets', '', 'mask'], 'answer', {
        kernel_shape: [3, 3],
        pads: [1, 1, 1, 1],
      }),
    ],
    initializers: [
      ...constant(
        'offsets',
        taps.flatMap(({ y, x }) => [y, x]),
      ),
      ...constant(
        'mask',
        taps.map(({ mask }) => mask),
      ),
      makeFloats(
        'weight',
        channelWeights.flatMap((weight) => taps.map(() => weight / taps.length)),
        [1, 3, 3, 3],
      ),
    ],
    input: 'picture',
    output: 'answer',
  };
  const normalisation = { offset: [0], factor: [1 / 255] };
  return encodeModel(wrapInBytes(network, normalisation, [1, side, side]), {
    producer: 'edgematte',
    opset: raisedOpset,
  });
}

/** What the operator makes of a picture, not rounded. Pixels beyond the edges are 0. */
function answerFor(picture: Uint8Array): Float64Array {
  const pixel = (y: number, x: number): number => {
    if (y < 0 || x < 0 || y >= side || x >= side) return 0;
    return channelWeights.reduce((sum, weight, channel) => sum + weight * picture[3 * (y * side + x) + channel], 0);
  };
  const between = (y: number, x: number): number => {
    const [top, left] = [Math.floor(y), Math.floor(x)];
    const [below, right] = [y - top, x - left];
    const row = (at: number): number => (1 - right) * pixel(at, left) + right * pixel(at, left + 1);
    return (1 - below) * row(top) + below * row(top + 1);
  };
  return Float64Array.from({ length: side * side }, (_, at) => {
    const [row, column] = [Math.floor(at / side), at % side];
    return taps.reduce((sum, { y, x, mask }, tap) => {
      const place = [row - 1 + Math.floor(tap / 3) + y, column - 1 + (tap % 3) + x] as const;
      return sum + (mask * between(...place)) / taps.length;
    }, 0);
  });
}
