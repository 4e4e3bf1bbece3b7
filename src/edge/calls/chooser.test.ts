/** A chooser that says where there is nothing but subject: the matte follows it, on both lanes, and not where there is none. */
import { describe, expect, test } from 'vitest';
import { sendForm } from '../../../test/pixels/outputs.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { channelOf, encode, paint, readSamples } from '../../../testing/photos.ts';

const [width, height] = [400, 300];

/** Left olive, right blue. The matte network answers brightness, the chooser blue. */
const photo = paint(width, height, 3, (x) => (x < width / 2 ? [210, 210, 0] : [0, 0, 255]));

/** @param model the name by which the network is asked for: what it is is remembered under that */
function declareAlpha(model: 'matte' | 'luma', chooser?: { model: string; whenUnknown: number }) {
  const { send } = declareInProcess({
    models: ['luma', 'blue-chooser'],
    passes: { low: { sidePx: 128, cost: 'a quarter of a run', ...(chooser && { chooser }) } },
    edgeVariables: { MATTE_UPSAMPLING: 'bilinear', MATTE_MODEL: model },
  });
  /** Alpha in the middle of the left half and of the right one. */
  return async (format: 'png' | 'tiff'): Promise<[number, number]> => {
    const { file } = await sendForm(send, 'alpha-channel', await encode(photo, format));
    const alpha = channelOf(await readSamples(file), 0);
    const row = (height / 2) * width;
    return [alpha[row + width / 4], alpha[row + (width * 3) / 4]];
  };
}

describe('with a chooser', () => {
  const alpha = declareAlpha('matte', { model: 'pass-chooser', whenUnknown: 0.1 });

  test.each(['png', 'tiff'] as const)('what it says is subject is opaque: %s', async (format) => {
    expect(await alpha(format)).toEqual([140, 255]);
  });
});

describe('without one', () => {
  const alpha = declareAlpha('luma');

  test.each(['png', 'tiff'] as const)('the full pass is the matte: %s', async (format) => {
    expect(await alpha(format)).toEqual([140, 85]);
  });
});
