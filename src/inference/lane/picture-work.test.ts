/** Pictures on backgrounds inside a child, with a network that finds a subject everywhere. */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegWith } from '../../../test/fixtures/pictures/make/jpeg.ts';
import { wideRgbProfile } from '../../../test/fixtures/pictures/make/profiles.ts';
import { defaultLimits } from '../../contract/limits.ts';
import { readOptions } from '../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../contract/output/options.ts';
import type { Networks } from '../../pixels/pipeline/networks/networks.ts';
import { BackgroundFault } from '../../pixels/pipeline/picture/fault.ts';
import { framePicture } from '../../pixels/pipeline/picture/frame.ts';
import { inColoursOf } from '../native/background.ts';
import { type PictureWork, workOnPicture } from './picture-work.ts';

const [widthPx, heightPx] = [60, 40];
const seen = 32;

/** The right half is the subject. */
const networks: Networks = {
  async describe() {
    return { inputs: [{ name: 'image', shape: [-1, seen, seen, 3] }], outputs: [] };
  },
  async infer(model) {
    if (model !== 'matte') return [];
    const data = Uint8Array.from({ length: seen * seen }, (_, at) => (at % seen < seen / 2 ? 0 : 255));
    return [{ name: 'matte', datatype: 'UINT8', shape: [1, seen, seen], data }];
  },
};

const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const bytesOf = async (image: Sharp) => new Uint8Array(await image.png().toBuffer());

async function worked(changes: Partial<PictureWork> = {}) {
  const { output } = cutoutOutput(readOptions(outputOptions, new Map([['max_size', '50']])));
  if (!output) throw new Error('A size is an output');
  const reserved: number[] = [];
  const work: PictureWork = {
    task: {
      kind: 'cutout',
      imageType: false,
      refine: false,
      cleanEdges: false,
      output: { ...output, background: 'picture' },
    },
    matte: { model: 'matte', upsampling: 'bilinear', refiner: false },
    heic: true,
    backgroundBytes: 0,
    file: await bytesOf(plain(widthPx, heightPx, '#c81464')),
    background: await bytesOf(plain(7, 9, '#146428')),
    limits: defaultLimits,
    networks,
    reserve: async (bytes) => void reserved.push(bytes),
    signal: new AbortController().signal,
    ...changes,
  };
  const finished = await workOnPicture(work);
  const file = Buffer.from(await new Response(finished.encoded).arrayBuffer());
  finished.close();
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { finished, file, size: [info.width, info.height], left: pixel(2, 10), right: pixel(47, 10), reserved };
}

describe('a picture on a background', () => {
  it('covers it where the subject is, and is opaque', async () => {
    const { finished, size, left, right, reserved } = await worked();
    expect([finished.onBackground, size]).toEqual([true, [50, 33]]);
    expect(left).toEqual([0x14, 0x64, 0x28, 255]);
    expect(right).toEqual([0xc8, 0x14, 0x64, 255]);
    expect(reserved).toHaveLength(1);
  });

  it('keeps its colours, to which those of the background are converted', async () => {
    const icc = wideRgbProfile();
    const jpeg = await plain(7, 9, '#146428').jpeg({ quality: 100 }).toBuffer();
    const samples = new Uint8Array(await sharp(jpeg).raw().toBuffer()).subarray(0, 3);
    const one = { widthPx: 1, heightPx: 1, channels: 3, samples, orientation: 1, icc } as const;
    const expected = [...(await inColoursOf(framePicture(one), null)).rows().next(1), 255];
    const { left, right, file } = await worked({ background: jpegWith(jpeg, { icc }) });
    expect(left).toEqual(expected);
    expect(left).not.toEqual([...samples, 255]);
    expect(right).toEqual([0xc8, 0x14, 0x64, 255]);
    expect((await sharp(file).metadata()).icc).toBeUndefined();
  });

  it.each([
    ['is no picture', async () => new Uint8Array(50), 'unsupported'],
    ['is cut off', async () => (await bytesOf(plain(70, 90, 'teal'))).slice(0, 90), 'invalid'],
    ['is larger than 12 megapixels', () => bytesOf(plain(4000, 3001, 'teal')), 'invalid'],
  ] as const)('is a fault of the background where that %s', async (_, make, kind) => {
    const fault = await worked({ background: await make() }).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(BackgroundFault);
    expect(fault).toMatchObject({ kind });
  });

  it('is an internal failure where none has come', async () => {
    await expect(worked({ background: null })).rejects.toThrow('there is none');
  });
});
