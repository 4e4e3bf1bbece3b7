/** What the segmenter changes of a car, and when it is asked. */
import { describe, expect, test } from 'vitest';
import { type ByteTensor, NetworkAbsent, NetworkFault, type Networks } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import type { Layer } from '../plane/layer.ts';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { withSegmentedParts } from './segmented.ts';

/** Side of the picture, and so of masks: a square region fills the segmenter's frame. */
const side = 256;
const picture = framePicture({
  widthPx: side,
  heightPx: side,
  channels: 3,
  samples: new Uint8Array(side * side * 3).fill(90),
  orientation: 1,
  icc: null,
});
const region = { leftPx: 0, topPx: 0, widthPx: side, heightPx: side };
const box = { left: 40 / side, top: 80 / side, right: 220 / side, bottom: 200 / side };
const car: Patch = { left: 40, top: 80, width: 180, height: 120 };
const windscreen: Patch = { left: 50, top: 82, width: 60, height: 30 };
/** On the right, far from glass: 12 × 14. */
const lamp: Patch = { left: 220, top: 120, width: 12, height: 14 };
const neighbour: Patch = { left: 220, top: 100, width: 34, height: 50 };
/** On the left, near the windscreen. */
const mirror: Patch = { left: 28, top: 95, width: 12, height: 9 };

function over(...patches: readonly Patch[]): Layer {
  return { plane: matteOfPatches(side, 1, patches), region, outside: 0 };
}

interface Case {
  readonly body: readonly Patch[];
  /** What the parts network sees. */
  readonly known: readonly Patch[];
  /** What the segmenter answers, to each prompt alike. */
  readonly masks?: readonly Patch[];
  readonly fault?: NetworkFault;
  readonly pass?: readonly Patch[];
}

async function result({ body, known, masks = [], fault, pass = [car] }: Case) {
  let asked = 0;
  const networks: Networks = {
    describe: async () => ({ inputs: [], outputs: [] }),
    async infer(model, inputs) {
      expect(model).toBe('point-segmenter');
      expect(inputs.map(({ shape }: ByteTensor) => shape)).toEqual([
        [1, 1024, 1024, 3],
        [1, 33, 5],
      ]);
      asked++;
      if (fault) throw fault;
      const data = new Uint8Array(masks.length * side * side);
      for (const [at, mask] of masks.entries()) data.set(over(mask).plane.samples, at * side * side);
      return [{ name: 'masks', datatype: 'UINT8', shape: [1, masks.length, side, side], data }];
    },
  };
  const before = over(...body);
  const seen = { body: before, car: over(...known), glass: over(windscreen), passes: [over(...pass).plane], box };
  const after = await withSegmentedParts(seen, picture, networks);
  const at = (layer: Layer, { left, top, width, height }: Patch) =>
    layer.plane.samples[(top + Math.floor(height / 2)) * side + left + Math.floor(width / 2)];
  return { before, after, asked, at };
}

describe('a scrap beside a car', () => {
  test('goes where it is a piece of something that goes on beyond the car, and the car stays', async () => {
    const { after, at, asked } = await result({ body: [car, lamp], known: [car], masks: [lamp, neighbour] });
    expect(asked).toBe(1);
    expect(at(after, lamp)).toBe(0);
    expect(at(after, car)).toBe(255);
    expect(after.plane.samples[130 * side + 214]).toBe(255);
  });

  test.each<[string, Case]>([
    ['ends with the outline', { body: [car, lamp], known: [car], masks: [lamp] }],
    ['is of a part that holds the car', { body: [car, lamp], known: [car], masks: [{ ...car, width: 210 }] }],
    [
      'is a mirror',
      { body: [car, mirror], known: [car], masks: [mirror, { ...mirror, left: 2, top: 70, height: 60 }] },
    ],
    [
      'is sure in every pass',
      { body: [car, lamp], known: [car], masks: [lamp, neighbour], pass: [car, { ...lamp, left: 218, width: 20 }] },
    ],
    ['is not known to the segmenter', { body: [car, lamp], known: [car], masks: [{ ...car, height: 20 }] }],
  ])('stays where it %s', async (_, given) => {
    const { before, after, asked } = await result(given);
    expect(asked).toBe(1);
    expect(Buffer.compare(after.plane.samples, before.plane.samples)).toBe(0);
  });

  test('goes low beside the car where it is a thing of its own that the parts network denies', async () => {
    const cone: Patch = { left: 220, top: 160, width: 14, height: 22 };
    const { after, at } = await result({ body: [car, cone], known: [car], masks: [cone, cone, cone] });
    expect(at(after, cone)).toBe(0);
  });
});

describe('a lost mirror', () => {
  const hint: Patch = { ...mirror, left: 29, top: 96, width: 11, height: 7, alpha: 100 };

  test('comes back where two parts agree on it', async () => {
    const { after, at } = await result({ body: [car], known: [hint, car], masks: [mirror, mirror] });
    expect(at(after, mirror)).toBe(255);
    expect(after.plane.samples[130 * side + 20]).toBe(0);
  });

  test('is asked about once more where no two parts agree', async () => {
    const { after, at, asked } = await result({ body: [car], known: [hint, car], masks: [mirror] });
    expect(asked).toBe(2);
    expect(at(after, mirror)).toBe(0);
  });

  test.each<[string, Patch]>([
    ['large', { ...mirror, left: 0, top: 85, width: 40, height: 30 }],
    ['away from the car', { ...mirror, width: 7 }],
  ])('is none where the part is %s', async (_, part) => {
    const { before, after } = await result({ body: [car], known: [hint, car], masks: [part, part] });
    expect(Buffer.compare(after.plane.samples, before.plane.samples)).toBe(0);
  });
});

describe('the segmenter', () => {
  test('is not asked where there is no question', async () => {
    const { before, after, asked } = await result({ body: [car], known: [car] });
    expect(asked).toBe(0);
    expect(after).toBe(before);
  });

  test.each([new NetworkFault('unavailable', 'The queue is full'), new NetworkAbsent('There is none')])(
    'leaves the car as it is: %s',
    async (fault) => {
      const { before, after } = await result({ body: [car, lamp], known: [car], fault });
      expect(after).toBe(before);
    },
  );

  test('fails as other networks do', async () => {
    await expect(
      result({ body: [car, lamp], known: [car], fault: new NetworkFault('failed', 'No masks') }),
    ).rejects.toThrow('No masks');
  });
});
