import { describe, expect, test } from 'vitest';
import type { MatteSettings } from '../networks/matte-settings.ts';
import { type NetworkDescription, NetworkFault, type Networks } from '../networks/networks.ts';
import { type Asks, madeBy } from './made-by.ts';

const settings: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true };
const kinds = ['cutout', 'matte', 'car-cutout', 'car-layers'] as const;
const passes = {
  low: { model: 'isnet-512', chooser: { model: 'pass-chooser', whenUnknown: 0.1 } },
  review: { critic: { model: 'critic' } },
};

/** Networks each of which has weights of its own, and who was asked for them. */
function networksWith(changes: Readonly<Record<string, Partial<NetworkDescription> | NetworkFault>> = {}) {
  const asked: string[] = [];
  const networks: Networks = {
    async describe(model) {
      asked.push(model);
      const changed = changes[model] ?? {};
      if (changed instanceof NetworkFault) throw changed;
      const own = model === 'matte' ? { name: 'isnet', passes } : { name: model };
      return { inputs: [], outputs: [], weights: `weights of ${model}`, ...own, ...changed };
    },
    infer: () => Promise.reject(new Error('Nothing is run for that')),
  };
  return { networks, asked };
}

const markWith = async (kind: (typeof kinds)[number], ...[changes]: Parameters<typeof networksWith>) =>
  (await madeBy(kind, networksWith(changes).networks, settings)).mark;

test('it has the own name of the matte network, and 12 characters', async () => {
  const made = await madeBy('cutout', networksWith().networks, settings);
  expect(made).toEqual({ name: 'isnet', mark: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(await madeBy('cutout', networksWith().networks, settings)).toEqual(made);
});

test('a name that no header holds is written as one that it does', async () => {
  const { networks } = networksWith({ matte: { name: 'é @' } });
  expect((await madeBy('matte', networks, settings)).name).toBe('%C3%A9%20%40');
});

test.each([
  ['cutout', ['matte', 'pass-chooser', 'critic', 'matte-refiner', 'image-type']],
  ['matte', ['matte', 'pass-chooser', 'critic', 'matte-refiner', 'image-type']],
  ['car-cutout', ['matte', 'vehicle-detector', 'car-parts', 'car-shadow']],
  ['car-layers', ['matte', 'vehicle-detector', 'car-parts', 'car-shadow', 'car-view']],
] as const)('of a %s every network counts that it may ask, and no other', async (kind, models) => {
  const { networks, asked } = networksWith();
  const { mark } = await madeBy(kind, networks, settings);
  expect(asked.sort()).toEqual([...models].sort());
  for (const model of models) expect(await markWith(kind, { [model]: { weights: 'others' } }), model).not.toBe(mark);
});

test('a refiner that is switched off does not count', async () => {
  const without = { ...settings, refiner: false };
  const [off, on] = await Promise.all([without, settings].map((it) => madeBy('matte', networksWith().networks, it)));
  expect(off.mark).not.toBe(on.mark);
  const other = networksWith({ 'matte-refiner': { weights: 'others' } }).networks;
  expect((await madeBy('matte', other, without)).mark).toBe(off.mark);
});

test('a critic that this deployment has not got does not count', async () => {
  const { review: _critic, ...without } = passes;
  const mark = await markWith('cutout', { matte: { passes: without } });
  expect(mark).not.toBe(await markWith('cutout', {}));
  expect(await markWith('cutout', { matte: { passes: { ...without, review: {} } } })).toBe(mark);
});

test.each<[(typeof kinds)[number], Asks]>([
  ['cutout', { points: true }],
  ['cutout', { vehicle: true }],
  ['car-cutout', {}],
  ['car-layers', {}],
])('the point segmenter counts for a %s that asks %o, and where there is one', async (kind, asks) => {
  const plain = await markWithSegmenter(kind, false, asks);
  expect(await markWithSegmenter(kind, false, asks, 'others')).toBe(plain);
  const mark = await markWithSegmenter(kind, true, asks);
  expect(mark).not.toBe(plain);
  expect(await markWithSegmenter(kind, true, asks, 'others')).not.toBe(mark);
});

test.each(['cutout', 'matte'] as const)('the point segmenter does not count for a %s without points', async (kind) => {
  const plain = await markWithSegmenter(kind, false, {});
  expect(await markWithSegmenter(kind, true, {}, 'others')).toBe(plain);
});

async function markWithSegmenter(kind: (typeof kinds)[number], has: boolean, asks: Asks, weights?: string) {
  const { networks } = networksWith(weights ? { 'point-segmenter': { weights } } : undefined);
  return (await madeBy(kind, networks, { ...settings, pointSegmenter: has }, asks)).mark;
}

describe('where little is said', () => {
  test('of weights, networks count by their names', async () => {
    const silent = { matte: { weights: undefined } };
    const renamed = { matte: { weights: undefined, name: 'birefnet' } };
    expect(await markWith('matte', silent)).toBe(await markWith('matte', silent));
    expect(await markWith('matte', silent)).not.toBe(await markWith('matte', renamed));
  });

  test('of weights, the pass chooser counts by its first name', async () => {
    const called = (name: string) => {
      const low = { model: 'isnet-512', chooser: { model: name, whenUnknown: 0.1 } };
      return { matte: { passes: { low } }, [name]: { weights: undefined } };
    };
    expect(await markWith('matte', called('pass-chooser'))).toBe(await markWith('matte', called('look-chooser')));
    expect(await markWith('matte', called('pass-chooser'))).not.toBe(await markWith('matte', called('another')));
  });

  test('because a network is away, that is for the task to say', async () => {
    const away = new NetworkFault('unavailable', 'full');
    expect(await markWith('matte', { 'image-type': away })).toMatch(/^[0-9a-f]{12}$/);
    const made = await madeBy('car-cutout', networksWith({ matte: away }).networks, settings);
    expect(made.name).toBe('matte');
  });
});
