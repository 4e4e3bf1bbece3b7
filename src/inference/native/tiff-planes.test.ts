/** Planes that are not shown: whether they are in the file does not matter. */
import { describe, expect, it } from 'vitest';
import { type MadeField, makeTiff, noise, rgbPage } from '../../../test/tiff.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { openRaw } from './testing/fixture.ts';

const [width, height] = [20, 12];
const planes = Array.from({ length: 5 }, () => noise(width * height));
const separate: MadeField = [284, 3, [2]];

/** So many planes, of which the file holds the first ones; the others are nowhere. */
function made(samples: number, held: number, ...fields: readonly MadeField[]): Uint8Array {
  const places = Array.from({ length: samples - held }, () => 0);
  const page = rgbPage(width, height, new Uint8Array(), { samplesPerPixel: samples, fields: [separate, ...fields] });
  const whole = makeTiff([{ ...page, chunks: planes.slice(0, held) }]);
  if (places.length === 0) return whole;
  const at = Array.from({ length: held }, (_, index) => 8 + index * width * height);
  const stated: MadeField[] = [
    [273, 4, [...at, ...places]],
    [279, 4, [...at.map(() => width * height), ...places]],
  ];
  return makeTiff([{ ...page, fields: [...page.fields, ...stated], chunks: planes.slice(0, held) }]);
}

const colours = (samples: Uint8Array, channel: number, channels: number) =>
  samples.filter((_, index) => index % channels === channel);

describe.each([
  ['grey and one of no meaning', 2, 1, [[338, 3, [0]]]],
  ['RGB and one of no meaning', 4, 3, [[338, 3, [0]]]],
  ['RGB and two', 5, 3, [[338, 3, [0, 0]]]],
] as [string, number, number, MadeField[]][])('%s', (_, samples, own, fields) => {
  it.each([
    ['all', samples],
    ['those of the colours', own],
  ])('with %s in the file', async (_held, held) => {
    const raw = await openRaw(made(samples, held, ...fields));
    expect(raw.channels).toBe(3);
    for (let channel = 0; channel < 3; channel++) {
      expect(colours(raw.samples, channel, 3)).toEqual(planes[Math.min(channel, own - 1)]);
    }
  });

  it('is refused without the last of the colours', async () => {
    const fault: unknown = await openRaw(made(samples, own - 1, ...fields)).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(ImageFault);
  });
});

it.each([
  ['alone', 4, [2]],
  ['before a selection', 5, [2, 0]],
])('alpha that is shown has to be there, %s', async (_, count, extras) => {
  const alpha: MadeField = [338, 3, extras];
  for (const held of [count, 4]) {
    const { samples, channels } = await openRaw(made(count, held, alpha));
    expect([channels, colours(samples, 3, 4)]).toEqual([4, planes[3]]);
  }
  await expect(openRaw(made(count, 3, alpha))).rejects.toThrow('ends before its last pixel');
});
