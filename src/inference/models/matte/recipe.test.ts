import { describe, expect, it } from 'vitest';
import {
  blockPicture,
  expectedMatte,
  expectedMovedMatte,
  type TinyChoices,
  tinyBirefnet,
  tinyPreparation,
} from '../../../../test/models/tiny-birefnet.ts';
import { lumaModel } from '../../../../testing/models/tiny.ts';
import { loadNativeRuntime } from '../native-runtime.ts';
import { replaceLattices } from '../onnx/deform-conv.ts';
import { narrowGraph } from '../onnx/narrow.ts';
import { decodeModel, encodeWith, graphOf, onnx, type ValueInfo } from '../onnx/proto.ts';
import type { MattePreparation } from './preparation.ts';
import { prepareMatte } from './recipe.ts';

const ort = await loadNativeRuntime();

const { widthPx, heightPx } = tinyPreparation.input;
const picture = blockPicture(widthPx, heightPx);
const expected = expectedMatte(picture);

/** Half a step of rounding to bytes, and in float16 logits of up to 4 that are off by 2⁻⁹ at most. */
const tolerance = { fp32: 0.5 + 0.001, fp16: 0.5 + 0.25 };

async function run(model: Uint8Array, image = picture, width = widthPx, height = heightPx) {
  const session = await ort.InferenceSession.create(model, { logSeverityLevel: 3 });
  const { matte } = await session.run({ image: new ort.Tensor('uint8', image, [1, height, width, 3]) });
  await session.release();
  return { dims: matte.dims, data: matte.data as Uint8Array };
}

function largestDifference(data: Uint8Array, from = expected): number {
  return data.reduce((largest, value, at) => Math.max(largest, Math.abs(value - from[at])), 0);
}

const prepare = (choices: TinyChoices, change: Partial<MattePreparation> = {}) =>
  prepareMatte(tinyBirefnet(choices), { ...tinyPreparation, ...change });

describe.each(['fp32', 'fp16'] as const)('a matte network prepared to %s', (precision) => {
  it.each<[what: string, choices: TinyChoices]>([
    ['of fixed size', {}],
    ['of open size', { isOpen: true }],
    ['whose picture is called as ours', { inputName: 'image' }],
    ['that ends in its own sigmoid', { isActivated: true }],
  ])('%s gives the sigmoid of its logits for bytes', async (_what, choices) => {
    const { dims, data } = await run(prepare(choices, { precision }));
    expect(dims).toEqual([1, heightPx, widthPx]);
    expect(largestDifference(data)).toBeLessThanOrEqual(tolerance[precision]);
    // A network that answers one number everywhere would prove nothing.
    expect(Math.max(...data) - Math.min(...data)).toBeGreaterThan(200);
  });

  it('declares what the service sends and reads', () => {
    const { inputs, outputs } = graphOf(decodeModel(prepare({}, { precision })));
    const shape = (value: ValueInfo) =>
      value.type?.tensorType?.shape?.dim?.map(({ dimValue, dimParam }) => dimParam || Number(dimValue));
    expect(inputs.map(({ name }) => name)).toEqual(['image']);
    expect(inputs.map(shape)).toEqual([[1, heightPx, widthPx, 3]]);
    expect(outputs.map(({ name }) => name)).toEqual(['matte']);
    expect(outputs.map(shape)).toEqual([[1, heightPx, widthPx]]);
  });

  it('gives the same bytes every time', () => {
    expect(Buffer.from(prepare({}, { precision })).equals(prepare({}, { precision }))).toBe(true);
  });

  it('takes a network that was published in float16', async () => {
    const model = decodeModel(tinyBirefnet());
    const published = encodeWith(model, narrowGraph(graphOf(model)), 'tests');
    const { data } = await run(prepareMatte(published, { ...tinyPreparation, precision }));
    expect(largestDifference(data)).toBeLessThanOrEqual(tolerance.fp16);
  });
});

describe.each(['fp32', 'fp16'] as const)(
  'a deformable convolution that is spelled out, prepared to %s',
  (precision) => {
    const moved = expectedMovedMatte(picture, widthPx);
    const operators = (model: Uint8Array) => graphOf(decodeModel(model)).nodes.map(({ opType }) => opType);

    function prepareDeformable(deforms: TinyChoices['deforms'], deformConv?: MattePreparation['deformConv']) {
      const notes: string[] = [];
      const preparation = { ...tinyPreparation, precision, ...(deformConv && { deformConv }) };
      const model = prepareMatte(tinyBirefnet({ deforms }), preparation, (line) => notes.push(line));
      return { model, notes };
    }

    it('becomes one operator, with the same answer', async () => {
      const { model, notes } = prepareDeformable(true, 'operator');
      expect(operators(model)).toContain('DeformConv');
      expect(operators(model)).not.toContain('GatherND');
      expect(notes).toEqual([]);
      const { dims, data } = await run(model);
      expect(dims).toEqual([1, heightPx, widthPx]);
      expect(largestDifference(data, moved)).toBeLessThanOrEqual(tolerance[precision]);
      expect(largestDifference(data)).toBeGreaterThan(100);
    });

    it('stays where the runtime has no operator for it, which is said, and where nobody decided', async () => {
      const { model, notes } = prepareDeformable(true, 'published');
      expect(operators(model)).toContain('GatherND');
      expect(notes).toEqual([
        expect.stringMatching(/^1 of 1 deformable convolutions stay spelled out, since the runtime/),
      ]);
      expect(largestDifference((await run(model)).data, moved)).toBeLessThanOrEqual(tolerance[precision]);
      const undecided = prepareDeformable(true);
      expect(undecided).toEqual({ model, notes: [] });
    });

    it('stays where it is exchanged, which is said, and still gives something else', async () => {
      const { model, notes } = prepareDeformable(['offsets', 'grid', 'shares'], 'operator');
      expect(operators(model)).toContain('GatherND');
      expect(notes).toEqual([expect.stringMatching(/^1 of 1 deformable convolutions stay spelled out, in a way/)]);
      expect(largestDifference((await run(model)).data, moved)).toBeGreaterThan(100);
    });

    it('is not looked for in vain: a network without one is prepared as ever', () => {
      const notes: string[] = [];
      const model = prepareMatte(tinyBirefnet(), { ...tinyPreparation, precision, deformConv: 'operator' }, (line) =>
        notes.push(line),
      );
      expect(Buffer.from(model).equals(prepare({}, { precision }))).toBe(true);
      expect(notes).toEqual([]);
    });

    it('is taken as the operator where the export has it already', async () => {
      const model = decodeModel(tinyBirefnet({ deforms: true }));
      const rewritten = replaceLattices(model, graphOf(model));
      const published = encodeWith(rewritten.model, rewritten.graph, 'tests');
      const { data } = await run(prepareMatte(published, { ...tinyPreparation, precision, deformConv: 'operator' }));
      expect(largestDifference(data, moved)).toBeLessThanOrEqual(tolerance[precision]);
    });
  },
);

describe('prepareMatte', () => {
  it('takes an open batch as it is', async () => {
    const model = prepare({ isOpen: true });
    const session = await ort.InferenceSession.create(model, { logSeverityLevel: 3 });
    const both = Uint8Array.from([...picture, ...picture.map((value) => 255 - value)]);
    const { matte } = await session.run({ image: new ort.Tensor('uint8', both, [2, heightPx, widthPx, 3]) });
    await session.release();
    expect(matte.dims).toEqual([2, heightPx, widthPx]);
    expect(largestDifference((matte.data as Uint8Array).subarray(0, widthPx * heightPx))).toBeLessThanOrEqual(0.501);
  });

  it('without an activation keeps what the network gives between 0 and 1', async () => {
    const output = { name: 'output_image', activation: 'none' as const };
    const { data } = await run(prepare({}, { output }));
    expect(new Set(data).has(0) && new Set(data).has(255)).toBe(true);
    const negative = expected.findIndex((value) => value < 127);
    expect(data[negative]).toBe(0);
  });

  it.each<[what: string, choices: TinyChoices, message: string]>([
    [
      'another size',
      { widthPx: 128 },
      'Expected one picture as float [N,3,64,96] but the graph takes input_image float [1,3,64,128]',
    ],
    [
      'another number of channels',
      { channels: 1 },
      'Expected one picture as float [N,3,64,96] but the graph takes input_image float [1,1,64,96]',
    ],
    ['an operator set without axes as an input', { opset: 12 }, 'uses operator set 12 and the preparation needs 13'],
  ])('refuses %s in one line', (_what, choices, message) => {
    expect(() => prepare(choices)).toThrow(message);
  });

  it('refuses a network without that output, naming what there is', () => {
    const model = decodeModel(tinyBirefnet());
    const graph = graphOf(model);
    const outputs = graph.outputs.filter(({ name }) => name === 'feature');
    expect(() => prepareMatte(encodeWith(model, { ...graph, outputs }, 'tests'), tinyPreparation)).toThrow(
      'Expected a matte output_image as float [N,1,64,96] but the graph gives feature float [1,1,32,48]',
    );
  });

  it('refuses bytes for a picture, and what is no model', () => {
    expect(() => prepareMatte(lumaModel(), tinyPreparation)).toThrow(
      'Expected one picture as float [N,3,64,96] but the graph takes image uint8 [N,H,W,3]',
    );
    expect(() => prepareMatte(new Uint8Array(64).fill(0xff), tinyPreparation)).toThrow(
      'This file is not an ONNX model',
    );
  });

  it('refuses weights in another file', () => {
    const model = decodeModel(tinyBirefnet());
    const graph = graphOf(model);
    const initializers = graph.initializers.map((tensor) =>
      onnx.TensorProto.create({ ...tensor, dataLocation: onnx.TensorProto.DataLocation.EXTERNAL }),
    );
    expect(() => prepareMatte(encodeWith(model, { ...graph, initializers }, 'tests'), tinyPreparation)).toThrow(
      'This graph keeps its weights in another file',
    );
  });
});
