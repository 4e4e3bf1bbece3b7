import { describe, expect, test } from 'vitest';
import { framePicture } from './frame.ts';
import { type ByteTensor, NetworkFault, type Networks, type SecondLook } from './networks.ts';
import { findSubject } from './subject.ts';

const sizes: Readonly<Record<string, number>> = { matte: 16, 'matte-12': 12 };
const secondLook: SecondLook = { model: 'matte-12', whenUncertain: 0.2 };

/** Opacities with which a network fills the left and the right half of its matte. */
type Halves = readonly [left: number, right: number];

/** Networks that see squares and answer what they are told. */
function networks(answers: Readonly<Record<string, Halves | NetworkFault>>, second: SecondLook | undefined) {
  const asked: { model: string; input: ByteTensor }[] = [];
  const port: Networks = {
    async describe(model) {
      const inputs = [{ name: 'image', shape: [-1, sizes[model], sizes[model], 3] }];
      return { inputs, outputs: [], ...(model === 'matte' && second ? { secondLook: second } : {}) };
    },
    async infer(model, [input]) {
      asked.push({ model, input });
      const answer = answers[model];
      if (answer instanceof NetworkFault) throw answer;
      const side = sizes[model];
      const data = Uint8Array.from({ length: side * side }, (_, at) => answer[at % side < side / 2 ? 0 : 1]);
      return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
    },
  };
  return { port, asked };
}

/** Left red, right blue; counts how often it is read. */
function photo() {
  const [widthPx, heightPx] = [40, 24];
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) =>
    at % 3 === (Math.floor(at / 3) % widthPx < widthPx / 2 ? 0 : 2) ? 200 : 0,
  );
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
  let passes = 0;
  const counted = {
    ...picture,
    rows() {
      passes++;
      return picture.rows();
    },
  };
  return { picture: counted, passes: () => passes };
}

const unsure: Halves = [255, 100];
const sure: Halves = [255, 255];

async function find(answers: Readonly<Record<string, Halves | NetworkFault>>, second?: SecondLook) {
  const { port, asked } = networks(answers, second);
  const { picture, passes } = photo();
  const {
    layer: { matte, region },
  } = await findSubject(picture, port, 'matte');
  return { side: matte.widthPx, region, models: asked.map(({ model }) => model), asked, passes: passes() };
}

describe('the subject', () => {
  test('is found at one look where the network is sure', async () => {
    const found = await find({ matte: sure }, secondLook);
    expect(found).toMatchObject({ side: 16, models: ['matte'], region: { widthPx: 40, heightPx: 24 } });
  });

  test('is looked at again where the first look is unsure, and the surer matte taken', async () => {
    const found = await find({ matte: unsure, 'matte-12': sure }, secondLook);
    expect(found).toMatchObject({ side: 12, models: ['matte', 'matte-12'], region: { widthPx: 40, heightPx: 24 } });
  });

  test('stays that of the first look where the second knows no better', async () => {
    expect(await find({ matte: unsure, 'matte-12': unsure }, secondLook)).toMatchObject({ side: 16 });
  });

  test('stays that of the first look where the second is surer of the same', async () => {
    expect(await find({ matte: [255, 235], 'matte-12': sure }, secondLook)).toMatchObject({
      side: 16,
      models: ['matte', 'matte-12'],
    });
  });

  test('has no second look where none is set', async () => {
    expect(await find({ matte: unsure })).toMatchObject({ side: 16, models: ['matte'] });
  });

  test('has no second look where it may never be unsure', async () => {
    const never = { ...secondLook, whenUncertain: 1 };
    expect(await find({ matte: [0, 100] }, never)).toMatchObject({ side: 16, models: ['matte'] });
  });

  test('is looked at again without a second pass over the photo', async () => {
    const { passes, asked } = await find({ matte: unsure, 'matte-12': sure }, secondLook);
    expect(passes).toBe(1);
    const [, again] = asked;
    expect(again.input.shape).toEqual([1, 12, 12, 3]);
    expect([...again.input.data.subarray(0, 3)]).toEqual([200, 0, 0]);
    expect([...again.input.data.subarray(-3)]).toEqual([0, 0, 200]);
  });

  test('is not lost because a second look is not to be had', async () => {
    const full = new NetworkFault('unavailable', 'full');
    expect(await find({ matte: unsure, 'matte-12': full }, secondLook)).toMatchObject({ side: 16 });
  });

  test('fails where the second look is broken, so that somebody hears of it', async () => {
    const broken = new NetworkFault('failed', 'no such model');
    await expect(find({ matte: unsure, 'matte-12': broken }, secondLook)).rejects.toBe(broken);
  });
});
