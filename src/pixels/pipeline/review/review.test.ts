/** Who is asked about an answer, and what an answer of the critic changes. */
import { describe, expect, test } from 'vitest';
import type { Passes } from '../../../contract/passes/declaration.ts';
import { type ByteTensor, NetworkAbsent, NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { wholeSights } from '../passes/see.ts';
import { framePicture } from '../picture/frame.ts';
import { type Layer, layerOver } from '../plane/layer.ts';
import { reviewOf } from './review.ts';
import { uncertaintyBy, uncertaintyOf } from './uncertainty.ts';

const [mattePx, criticPx] = [64, 16];
/** Orange, but the right half, which is transparent. */
const samples = Uint8Array.from({ length: 320 * 192 * 4 }, (_, at) => {
  return [240, 120, 20, Math.floor(at / 4) % 320 < 160 ? 255 : 0][at % 4];
});
const picture = framePicture({ widthPx: 320, heightPx: 192, channels: 4, samples, orientation: 1, icc: null });

/** A matte of 64 × 64 over the whole picture. */
function matteOf(alpha: (x: number, y: number) => number): Layer {
  const values = Uint8Array.from({ length: 64 * 64 }, (_, at) => alpha(at % 64, Math.floor(at / 64)));
  return layerOver({ widthPx: 64, heightPx: 64, samples: values }, picture);
}

const square = matteOf((x, y) => (x >= 16 && x < 48 && y >= 16 && y < 48 ? 255 : 0));
const clouded = matteOf((x, y) => (x < 16 ? 120 : x >= 32 && y >= 16 ? 255 : 0));
const nothing = matteOf(() => 90);

const withCritic: Passes = { review: { critic: { model: 'critic' } } };
const chance = (value: number): Tensor[] => [
  { name: 'failed', datatype: 'FP32', shape: [1], data: Float32Array.of(value) },
];

const wrongOnTheRight: Tensor[] = [
  { name: 'wrong', datatype: 'UINT8', shape: [1, 2, 1, 2], data: Uint8Array.of(0, 8, 0, 0) },
];

interface Given {
  readonly passes?: Passes;
  readonly answer?: readonly Tensor[] | Error;
  readonly within?: boolean;
}

/** Networks with a critic that answers so. */
function networksWith({ passes = withCritic, answer = chance(0.2), within = false }: Given = {}) {
  const shown: ByteTensor[] = [];
  const shares: number[] = [];
  const networks: Networks = {
    async describe(model) {
      if (model === 'critic') return { inputs: [{ name: 'image', shape: [-1, criticPx, criticPx, 4] }], outputs: [] };
      return { inputs: [{ name: 'image', shape: [-1, mattePx, mattePx, 3] }], outputs: [], passes };
    },
    async infer(_model, [input]) {
      shown.push(input);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...(within && {
      within: (share) => {
        shares.push(share);
        return networks;
      },
    }),
  };
  return { networks, shown, shares };
}

async function reviewed(layer: Layer, given: Given = {}, found = true) {
  const { networks, shown, shares } = networksWith(given);
  const sights = await wholeSights(picture, networks, ['matte']);
  const review = await reviewOf({ picture, layer, found }, { networks, model: 'matte', sights });
  return { ...review, shown, shares };
}

describe('the critic is asked', () => {
  test('once, whatever the matte says', async () => {
    expect((await reviewed(square)).shown).toHaveLength(1);
    expect((await reviewed(clouded)).shown).toHaveLength(1);
  });

  test.each([
    ['nothing was found', nothing, false],
    ['nothing was found in the part that was asked for', square, false],
  ])('not where %s', async (_why, layer, found) => {
    const { shown, uncertainty } = await reviewed(layer, { answer: chance(1) }, found);
    expect(shown).toEqual([]);
    expect(uncertainty).toBe(uncertaintyOf(layer, picture));
  });

  test('in half of the time that is left', async () => {
    expect((await reviewed(square, { within: true })).shares).toEqual([0.5]);
  });

  test('about the picture over mid-grey, and the matte', async () => {
    const [{ shape, data }] = (await reviewed(square)).shown;
    expect(shape).toEqual([1, criticPx, criticPx, 4]);
    const at = (x: number, y: number) => [...data.subarray((y * criticPx + x) * 4, (y * criticPx + x + 1) * 4)];
    expect(at(0, 0)).toEqual([240, 120, 20, 0]);
    expect(at(4, 8)).toEqual([240, 120, 20, 255]);
    expect(at(11, 8)).toEqual([128, 128, 128, 255]);
    expect(at(15, 15)).toEqual([128, 128, 128, 0]);
  });
});

describe('what it says', () => {
  test('is a sign among others, and alone asks for a review from its limit on', async () => {
    const byMatte = uncertaintyOf(square, picture);
    const of = async (failed: number) => (await reviewed(square, { answer: chance(failed) })).uncertainty;
    expect(await of(0)).toBe(byMatte);
    expect(await of(0.54)).toBeLessThan(0.5);
    expect(await of(0.56)).toBeGreaterThan(0.5);
    expect(await of(1)).toBe(uncertaintyBy({ undecided: 0, crumbs: 0, failed: 1 }));
  });

  test('never makes an answer surer than its matte does', async () => {
    const isHazy = (x: number, y: number) => x >= 48 && x < 53 && y >= 16 && y < 21;
    const isSubject = (x: number, y: number) => x >= 16 && x < 48 && y >= 16 && y < 48;
    const fuzzy = matteOf((x, y) => (isSubject(x, y) ? 255 : isHazy(x, y) ? 120 : 0));
    const byMatte = uncertaintyOf(fuzzy, picture);
    expect(byMatte).toBeGreaterThan(0);
    expect(byMatte).toBeLessThan(0.5);
    expect((await reviewed(fuzzy, { answer: chance(0) })).uncertainty).toBe(byMatte);
  });

  test('is the place alone where the matte asks for a person', async () => {
    const { uncertainty, lookFirst } = await reviewed(clouded, { answer: [...chance(1), ...wrongOnTheRight] });
    expect(uncertainty).toBe(uncertaintyOf(clouded, picture));
    expect(lookFirst).toEqual({ leftPx: 160, topPx: 0, widthPx: 160, heightPx: 192 });
  });

  test('is no place where no person has to look', async () => {
    const of = async (failed: number) =>
      (await reviewed(square, { answer: [...chance(failed), ...wrongOnTheRight] })).lookFirst;
    expect(await of(0.54)).toBeNull();
    expect(await of(0.56)).toMatchObject({ leftPx: 160 });
    expect((await reviewed(square, { answer: chance(0.56) })).lookFirst).toBeNull();
  });

  test('is among the signs, where the matte asks for nobody', async () => {
    expect((await reviewed(square, { answer: chance(0.25) })).signs).toMatchObject({ failed: 0.25 });
    expect((await reviewed(clouded)).signs).not.toHaveProperty('failed');
    expect((await reviewed(nothing)).signs).toBeNull();
  });
});

describe('the matte alone decides', () => {
  test.each<[string, Given]>([
    ['passes that name none', { passes: {} }],
    ['one that this deployment left out', { passes: { review: {} } }],
    ['one that the server has not got', { answer: new NetworkAbsent('There is no critic') }],
    ['one that is down, late or full', { answer: new NetworkFault('unavailable', 'full') }],
    ['one that fails', { answer: new NetworkFault('failed', 'out of memory') }],
    ['one that answers something else', { answer: [] }],
  ])('with %s', async (_what, given) => {
    const { uncertainty, signs } = await reviewed(square, given);
    expect(uncertainty).toBe(uncertaintyOf(square, picture));
    expect(signs).not.toHaveProperty('failed');
  });

  test('where it is not known what the matte network saw', async () => {
    const { networks, shown } = networksWith({ answer: chance(1) });
    const terms = { networks, model: 'matte', sights: new Map() };
    const { uncertainty } = await reviewOf({ picture, layer: square, found: true }, terms);
    expect([uncertainty, shown]).toEqual([uncertaintyOf(square, picture), []]);
  });

  test('but a fault of our own is none of the critic', async () => {
    await expect(reviewed(square, { answer: new TypeError('a mistake') })).rejects.toThrow('a mistake');
  });
});
