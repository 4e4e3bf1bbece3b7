/**
 * A network on a picture that everybody can draw again, held against the answer that it gave where it was known to be
 * right. A wrong provider, a damaged file or a bad build of a runtime gives wrong numbers without an error; here they are found.
 */
import { bytesOfElement } from '../../wire/protocol/datatype.ts';
import { bytesOfTensor, type WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedModel } from '../catalogue.ts';
import type { Session } from './session.ts';

/** What an output is allowed to differ in the mean, as a share of its range: runtimes and precisions round differently. */
const allowedShare = 0.03;
/** Values that an output is reduced to, at most: 16 × 16 for a map. */
const summarySide = 16;
/** A row of points: the middle of 1024 in 64ths, high and low byte of x and y, and that it stays. */
const middlePoint = [128, 0, 128, 0, 1];
/** Rows of it are no points. */
const noPoint = 255;
/** Range of a byte. */
const byteRange = 255;
/** Least range of other numbers, for scores that are all nearly zero. */
const leastRange = 0.1;

/**
 * Runs a network once and compares. One without a stored answer is only run, at the shape that it declares.
 * @throws Error where it cannot be run, or naming the output and its difference
 */
export async function testNetwork(model: ServedModel, session: Session): Promise<void> {
  const summaries = await summarise(model, session);
  for (const { name, datatype } of model.outputs) {
    const expected = model.answer?.outputs[name];
    if (!expected) continue;
    const found = summaries[name];
    const range = datatype === 'UINT8' ? byteRange : Math.max(leastRange, ...expected.map(Math.abs));
    const share = found.length === expected.length ? meanDifference(found, expected) / range : 1;
    // Not a number is not within bounds either.
    if (share <= allowedShare) continue;
    throw new Error(
      `its output ${name} differs from the stored one by ${percent(share)} of its range in the mean, where ${percent(allowedShare)} are allowed`,
    );
  }
}

/** The outputs of a network for the known picture, by their names, each reduced to at most 256 numbers. */
export async function summarise(
  { inputs, outputs, answer }: ServedModel,
  session: Session,
): Promise<Record<string, number[]>> {
  const pictures = inputs.map(({ name, datatype, shape }): WireTensor => {
    const size = answer?.inputs[name] ?? shape.map((length) => (length === -1 ? 1 : length));
    return { name, datatype, shape: size, data: knownPicture(name, datatype, size) };
  });
  const results = await session.run(
    pictures,
    outputs.map(({ name }) => name),
  );
  return Object.fromEntries(results.map((result) => [result.name, summaryOf(result)]));
}

/**
 * A shaded ball with stripes on a dark gradient: [1,H,W,C] of bytes, the fourth and fifth channel its outline. Points [1,N,5] of
 * bytes: one on the middle of the ball, the others none. All else is zeros. Its first byte is 0, but for points.
 */
function knownPicture(name: string, datatype: WireTensor['datatype'], shape: readonly number[]): Uint8Array {
  const data = new Uint8Array(bytesOfTensor(name, datatype, shape));
  if (datatype === 'UINT8' && shape.length === 3 && shape[2] === middlePoint.length) {
    data.fill(noPoint).set(middlePoint);
    return data;
  }
  const [batch, heightPx, widthPx, channels] = shape;
  if (datatype !== 'UINT8' || shape.length !== 4 || batch !== 1 || channels > 5) return data;
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += channels) {
      const across = (2 * x) / widthPx - 1;
      const down = (2 * y) / heightPx - 1;
      const distance = across * across + down * down;
      const inside = distance < 0.4;
      const stripe = Math.floor((across + down) * 8) % 2 === 0 ? 30 : 0;
      const colour = inside
        ? [235 - 150 * distance, 170 - 120 * distance + stripe, 60 + stripe, 255, 255]
        : [30 * (1 + across), 40 + 20 * down, 80 + 10 * across, 0, 0];
      for (let channel = 0; channel < channels; channel += 1) data[at + channel] = Math.floor(colour[channel]);
    }
  }
  return data;
}

/** Means over the cells of a 16 × 16 grid for a map [1,H,W] of bytes, over 256 stretches of anything else. */
function summaryOf({ shape, datatype, data }: WireTensor): number[] {
  const values = numbersOf(datatype, data);
  const isMap = datatype === 'UINT8' && shape.length === 3 && shape[0] === 1;
  const [rows, columns] = isMap ? [shape[1], shape[2]] : [1, values.length];
  const [down, across] = isMap ? [summarySide, summarySide] : [1, Math.min(values.length, summarySide ** 2)];
  const sums = new Float64Array(down * across);
  const counts = new Float64Array(down * across);
  for (let index = 0; index < rows * columns; index += 1) {
    const row = Math.floor((Math.floor(index / columns) * down) / rows);
    const cell = row * across + Math.floor(((index % columns) * across) / columns);
    sums[cell] += values[index];
    counts[cell] += 1;
  }
  return Array.from(sums, (sum, cell) => sum / Math.max(1, counts[cell]));
}

/** Elements as numbers; the bytes themselves for datatypes that no network here gives. */
function numbersOf(datatype: WireTensor['datatype'], data: Uint8Array): ArrayLike<number> {
  if (datatype !== 'FP32') return data;
  // A copy starts at a multiple of four.
  const copy = data.slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength / bytesOfElement(datatype));
}

function meanDifference(found: readonly number[], expected: readonly number[]): number {
  return found.reduce((sum, value, index) => sum + Math.abs(value - expected[index]), 0) / expected.length;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
