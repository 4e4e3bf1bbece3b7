import { describe, expect, it } from 'vitest';
import { tinyIsnet, tinySidePx } from '../../../../test/models/tiny-isnet.ts';
import { lumaModel } from '../../../../testing/models/tiny.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { DataType, decodeModel, graphOf } from '../onnx/proto.ts';
import { prepareIsnet } from './recipe.ts';

const ort = await loadNativeRuntime();

/** Half a step of rounding to bytes, and what the published graph loses by rounding to float16 in between. */
const rounding = 0.5 + 0.125;

describe('prepareIsnet', () => {
  const prepared = prepareIsnet(tinyIsnet());

  it('gives the same bytes every time', () => {
    expect(Buffer.from(prepareIsnet(tinyIsnet())).equals(prepared)).toBe(true);
  });

  it('gives the matte of the published graph, rounded to bytes', async () => {
    const image = picture(1, tinySidePx, tinySidePx);
    const published = await runPublished(image);
    const { data, dims } = await runPrepared(prepared, image, [1, tinySidePx, tinySidePx]);
    expect(dims).toEqual([1, tinySidePx, tinySidePx]);
    let largest = 0;
    for (const [index, value] of data.entries()) largest = Math.max(largest, Math.abs(value - 255 * published[index]));
    expect(largest).toBeLessThanOrEqual(rounding);
    // A network that answers one number everywhere would prove nothing.
    expect(Math.max(...data) - Math.min(...data)).toBeGreaterThan(50);
  });

  it('takes any batch, height and width, and treats the pictures of a batch apart', async () => {
    const one = picture(1, 128, 192);
    const other = one.map((value) => 255 - value);
    const both = await runPrepared(prepared, Uint8Array.from([...one, ...other]), [2, 128, 192]);
    const alone = await runPrepared(prepared, other, [1, 128, 192]);
    expect(both.dims).toEqual([2, 128, 192]);
    expect(Buffer.from(both.data.subarray(128 * 192)).equals(alone.data)).toBe(true);
  });

  it('leaves nothing of the types, outputs and sizes of the published graph', () => {
    const graph = graphOf(decodeModel(prepared));
    const operators = graph.nodes.map(({ opType }) => opType);
    expect(operators).not.toContain('Shape');
    expect(operators).not.toContain('Constant');
    expect(operators.filter((operator) => operator === 'Cast')).toHaveLength(2);
    const weight = graph.initializers.find(({ name }) => name === 'first.weight');
    expect(weight?.dataType).toBe(DataType.FLOAT);
    expect(graph.inputs.map(({ name }) => name)).toEqual(['image']);
    expect(graph.outputs.map(({ name }) => name)).toEqual(['matte']);
  });

  it('lists each node after the nodes it reads from, as ONNX demands', () => {
    const graph = graphOf(decodeModel(prepared));
    const known = new Set(['', 'image', ...graph.initializers.map(({ name }) => name)]);
    for (const node of graph.nodes) {
      expect(node.input.filter((value) => !known.has(value))).toEqual([]);
      for (const value of node.output) known.add(value);
    }
  });
});

describe('prepareIsnet refuses', () => {
  it('a file that is no model', () => {
    expect(() => prepareIsnet(new Uint8Array(64).fill(0xff))).toThrow('This file is not an ONNX model');
  });

  it('another network', () => {
    expect(() => prepareIsnet(lumaModel())).toThrow('it is not the IS-Net export');
  });

  it('a Resize whose target is no whole multiple', () => {
    expect(() => prepareIsnet(tinyIsnet({ lastSidePx: 60 }))).toThrow('resizes 32×32 to 60×60');
  });

  it('an operator set without axes as an input', () => {
    expect(() => prepareIsnet(tinyIsnet({ opset: 12 }))).toThrow('operator set 12');
  });
});

/** Smooth and different in the three channels. @returns N×H×W×3 */
function picture(batch: number, height: number, width: number): Uint8Array {
  const bytes = new Uint8Array(batch * height * width * 3);
  for (let index = 0; index < bytes.length; index++) {
    const pixel = Math.floor(index / 3);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    bytes[index] = 127.5 + 127.5 * Math.sin(x / 9 + (index % 3)) * Math.cos(y / 7);
  }
  return bytes;
}

async function runPublished(image: Uint8Array): Promise<Float32Array> {
  const pixels = tinySidePx ** 2;
  const planes = new Float32Array(pixels * 3);
  for (let index = 0; index < planes.length; index++) {
    planes[index] = (image[(index % pixels) * 3 + Math.floor(index / pixels)] - 128) / 256;
  }
  const session = await ort.InferenceSession.create(tinyIsnet(), { logSeverityLevel: 3 });
  const input = new ort.Tensor('float32', planes, [1, 3, tinySidePx, tinySidePx]);
  const { output } = await session.run({ input }, ['output']);
  await session.release();
  return output.data as Float32Array;
}

async function runPrepared(model: Uint8Array, image: Uint8Array, shape: readonly number[]) {
  const session = await ort.InferenceSession.create(model, { logSeverityLevel: 3 });
  const { matte } = await session.run({ image: new ort.Tensor('uint8', image, [...shape, 3]) });
  await session.release();
  return { data: matte.data as Uint8Array, dims: matte.dims };
}
