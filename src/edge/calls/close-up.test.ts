/** A small subject with lines too fine for a pass over the whole picture: a close-up pass separates them, on both lanes. */
import { describe, expect, test } from 'vitest';
import { sendForm } from '../../../test/pixels/outputs.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { channelOf, encode, paint, readSamples, type Samples } from '../../../testing/photos.ts';
import type { OperationName } from '../../contract/operations.ts';
import type { StoredPasses } from '../../contract/passes/declaration.ts';

const [width, height] = [1200, 800];
const subject = { left: 300, top: 200, right: 620, bottom: 500 };
const [period, thick] = [14, 2];

/** White with black lines, on black. The matte network answers brightness at 256 pixels a side. */
const photo = paint(width, height, 3, (x, y) => {
  const isInside = x >= subject.left && x < subject.right && y >= subject.top && y < subject.bottom;
  return isInside && !isOnLine(x) ? [255, 255, 255] : [0, 0, 0];
});

function isOnLine(x: number): boolean {
  return (x - subject.left) % period < thick;
}

/**
 * A network that is worth a close-up pass, or is not.
 * @param model the name by which it is asked for: what it is is remembered under that
 */
function declarePicture(model: 'matte' | 'luma', passes?: StoredPasses) {
  const { send } = declareInProcess({
    models: ['luma'],
    passes,
    // Upsampling along the photo's edges would separate the lines without a close-up pass.
    edgeVariables: { MATTE_UPSAMPLING: 'bilinear', MATTE_MODEL: model },
  });
  return async (operation: OperationName, format: 'png' | 'tiff'): Promise<Samples> =>
    readSamples((await sendForm(send, operation, await encode(photo, format))).file);
}

/** Mean alpha of the pixels on lines and of those half way between two, away from the subject's border. */
function alphaOnAndOff(picture: Samples): [number, number] {
  const alpha = channelOf(picture, picture.channels - 1);
  const [on, off] = [
    [0, 0],
    [0, 0],
  ];
  for (let y = subject.top + 30; y < subject.bottom - 30; y++) {
    for (let x = subject.left + 30; x < subject.right - 30; x++) {
      const place = (x - subject.left) % period;
      const sum = place < thick ? on : place === (period + thick) / 2 ? off : null;
      if (!sum) continue;
      sum[0] += alpha[y * width + x];
      sum[1]++;
    }
  }
  return [on[0] / on[1], off[0] / off[1]];
}

describe('with a close-up pass', () => {
  const picture = declarePicture('matte', { closeUp: { whenSmaller: 0.6, whenUnknown: 0.1, cost: 'a run' } });

  test('lines are background', async () => {
    const matte = await picture('alpha-channel', 'png');
    const [on, off] = alphaOnAndOff(matte);
    expect(on).toBeLessThan(110);
    expect(off).toBeGreaterThan(250);
    const alpha = channelOf(matte, 0);
    expect(alpha.subarray(0, 100 * width).every((value) => value === 0)).toBe(true);
    expect(alpha[400 * width + 900]).toBe(0);
  });

  test.each(['image-without-background', 'alpha-channel'] as const)(
    '%s is the same from both lanes',
    async (operation) => {
      const [edge, image] = await Promise.all([picture(operation, 'png'), picture(operation, 'tiff')]);
      expect(edge.data.equals(image.data)).toBe(true);
    },
  );

  test('the matte is the alpha of the cutout', async () => {
    const matte = await picture('alpha-channel', 'png');
    expect(channelOf(matte, 0).equals(channelOf(await picture('image-without-background', 'png'), 3))).toBe(true);
  });
});

describe('without one', () => {
  const picture = declarePicture('luma');

  test('lines are half subject', async () => {
    expect(alphaOnAndOff(await picture('alpha-channel', 'png'))[0]).toBeGreaterThan(130);
  });
});
