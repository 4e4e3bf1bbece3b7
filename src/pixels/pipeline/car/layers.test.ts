/** The calls that take a car apart, and where its layers are. */
import { describe, expect, test } from 'vitest';
import { type ByteTensor, NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { framePicture } from '../picture/frame.ts';
import { type CarParts, findCar } from './layers.ts';

const side = 200;

function photo() {
  const samples = new Uint8Array(side * side * 3).fill(90);
  return framePicture({ widthPx: side, heightPx: side, channels: 3, samples, orientation: 1, icc: null });
}

interface Asked {
  readonly model: string;
  readonly input: ByteTensor;
  /** Calls that had been answered when this one was made. */
  readonly answered: number;
}

/** Networks of one size that answer a fixed thing, later. */
function networks(found: { score?: number; solid?: boolean; low?: 'seen' | 'unavailable' } = {}) {
  const asked: Asked[] = [];
  let answered = 0;
  const seen = 32;
  const map = (name: string, value: number): Tensor => ({
    name,
    datatype: 'UINT8',
    shape: [1, seen, seen],
    data: new Uint8Array(seen * seen).fill(value),
  });
  const numbers = (name: string, width: number, values: number[]): Tensor => ({
    name,
    datatype: 'FP32',
    shape: [1, values.length / width, width],
    data: Float32Array.from(values),
  });
  const answers: Readonly<Record<string, () => Tensor[]>> = {
    'vehicle-detector': () => [
      numbers('boxes', 4, [0.3, 0.4, 0.7, 0.6]),
      numbers('scores', 4, [found.score ?? 0.9, 0, 0, 0]),
    ],
    matte: () => [map('matte', found.solid === false ? 40 : 255)],
    'matte-low': () => {
      if (found.low === 'unavailable') throw new NetworkFault('unavailable', 'The queue is full');
      return [map('matte', 255)];
    },
    'car-parts': () => [map('opacity', 255), map('glass', 0), map('car', 255)],
    'car-shadow': () => [map('shadow', 100)],
    'car-view': () => [numbers('view', 2, [-12.34, 5.55])],
  };
  const port: Networks = {
    async describe(model) {
      const further = model === 'car-parts' ? 2 : model.startsWith('car-') ? 1 : 0;
      const inputs = [{ name: 'image', shape: [-1, seen, seen, 3 + further] }];
      const hasLow = found.low && model === 'matte';
      return { inputs, outputs: [], ...(hasLow && { passes: { low: { model: 'matte-low' } } }) };
    },
    async infer(model, [input]) {
      asked.push({ model, input, answered });
      await new Promise((resolve) => setTimeout(resolve, 5));
      answered++;
      return answers[model]();
    },
  };
  return { port, asked };
}

const everything: CarParts = { windows: true, shadow: true, view: true };

describe('a car taken apart', () => {
  test('takes at most eight calls in seven rounds', async () => {
    const { port, asked } = networks({ low: 'seen' });
    await findCar(photo(), port, 'matte', everything);
    expect(asked.map(({ model, answered }) => [model, answered])).toEqual([
      ['vehicle-detector', 0],
      ['matte', 1],
      ['matte-low', 2],
      ['matte-low', 3],
      ['matte-low', 4],
      ['car-parts', 5],
      ['car-shadow', 6],
      ['car-view', 6],
    ]);
  });

  test('is one pass of a network without a low one, and where that is unavailable', async () => {
    const alone = networks();
    const first = await findCar(photo(), alone.port, 'matte', everything);
    expect(alone.asked.map(({ model }) => model)).not.toContain('matte-low');
    const full = networks({ low: 'unavailable' });
    expect(await findCar(photo(), full.port, 'matte', everything)).toEqual(first);
    expect(full.asked.map(({ model }) => model)).toContain('matte-low');
  });

  test('asks for what is wanted alone', async () => {
    const { port, asked } = networks();
    const layers = await findCar(photo(), port, 'matte', { windows: false, shadow: false, view: false });
    expect(asked.map(({ model }) => model)).toEqual(['vehicle-detector', 'matte', 'car-parts']);
    expect(layers).toMatchObject({ opacity: null, shadow: null, view: null });
  });

  test('is where the detector saw it, with room around', async () => {
    const { port } = networks();
    const { body, shadow, view } = await findCar(photo(), port, 'matte', everything);
    expect(body.region).toEqual({ leftPx: 50, topPx: 75, widthPx: 100, heightPx: 50 });
    expect(shadow?.region.leftPx).toBeLessThan(50);
    expect(view).toEqual({ azimuth: 347.7, elevation: 5.6 });
  });

  test.each([
    ['the detector sees nothing', { score: 0.1 }],
    ['nothing solid is in its box', { solid: false }],
  ])('is no vehicle where %s', async (_, found) => {
    const { port } = networks(found);
    await expect(findCar(photo(), port, 'matte', everything)).rejects.toThrow('No vehicle was found in the image');
  });
});
