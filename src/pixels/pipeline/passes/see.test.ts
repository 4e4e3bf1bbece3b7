/** What several networks see of a picture in one reading of its rows. */
import { describe, expect, test } from 'vitest';
import { type ByteTensor, NetworkFault, type Networks } from '../networks/networks.ts';
import { proxyAtOnce } from '../networks/proxy.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import { see, wholeSights } from './see.ts';

const sides = { large: 6, small: 3 };

/** A picture whose readings are counted. */
function countedPicture(): { picture: Picture; readings: () => number } {
  const samples = Uint8Array.from({ length: 8 * 8 * 3 }, (_, at) => (at * 37) % 256);
  const frame = framePicture({ widthPx: 8, heightPx: 8, channels: 3, samples, orientation: 1, icc: null });
  let readings = 0;
  const rows = () => {
    readings++;
    return frame.rows();
  };
  return { picture: { ...frame, rows }, readings: () => readings };
}

/** Networks that answer nothing, and what they were shown. */
function networksThat(describes: Networks['describe']): { networks: Networks; shown: ByteTensor[] } {
  const shown: ByteTensor[] = [];
  const infer = async (_model: string, inputs: readonly ByteTensor[]) => {
    shown.push(...inputs);
    return [];
  };
  return { networks: { describe: describes, infer }, shown };
}

const takes = (sidePx: number) => ({ inputs: [{ name: 'image', shape: [-1, sidePx, sidePx, 3] }], outputs: [] });
const known = networksThat(async (model) => takes(sides[model === 'large' ? 'large' : 'small']));

describe('the sights of several networks', () => {
  test('are what each would see, in one reading', async () => {
    const { picture, readings } = countedPicture();
    const sights = await wholeSights(picture, known.networks, ['large', 'small']);
    expect(readings()).toBe(1);
    for (const [model, sidePx] of Object.entries(sides)) {
      expect(sights.get(model)).toEqual(proxyAtOnce(picture, sidePx, sidePx));
    }
  });

  test('are shown to the networks without another reading', async () => {
    const { picture, readings } = countedPicture();
    const sights = await wholeSights(picture, known.networks, ['small']);
    const { colours } = await see(picture, known.networks, { model: 'small', known: sights });
    expect(colours).toBe(sights.get('small'));
    expect(known.shown.map(({ shape, data }) => [shape, data])).toEqual([[[1, 3, 3, 3], colours]]);
    expect(readings()).toBe(1);
  });

  test('are none of a network that is not to be had', async () => {
    const { picture } = countedPicture();
    const { networks } = networksThat(async (model) => {
      if (model === 'away') throw new NetworkFault('unavailable', 'away');
      return takes(2);
    });
    expect([...(await wholeSights(picture, networks, ['away', 'small'])).keys()]).toEqual(['small']);
  });

  test('take no reading where no network is to be had', async () => {
    const { picture, readings } = countedPicture();
    const { networks } = networksThat(() => Promise.reject(new NetworkFault('unavailable', 'away')));
    expect(await wholeSights(picture, networks, ['large', 'small'])).toEqual(new Map());
    expect(readings()).toBe(0);
  });

  test('do not hide what is broken by us', async () => {
    const { networks } = networksThat(() => Promise.reject(new TypeError('a bug')));
    await expect(wholeSights(countedPicture().picture, networks, ['small'])).rejects.toThrow('a bug');
  });
});
