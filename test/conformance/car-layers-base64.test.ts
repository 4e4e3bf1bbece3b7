/** Operation 7: POST /v1.0/car-layers-base64. */
import { describe, expect, test } from 'vitest';
import { jsonOf } from '../../testing/http-message.ts';
import { readPngHeader } from '../../testing/png.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeBase64 } from './base64.ts';
import { carPhoto, carResult, describeCar, pixelAt, places, side } from './car.ts';

const service = declareService();
const name = 'car-layers-base64';
const facts = {
  ...{ input_dimensions: [64, 64], processed_dimensions: [64, 64], was_downscaled: false },
  ...{ uncertainty: expect.any(Number), needs_review: expect.any(Boolean) },
};
/** The network answers 359.96 and 12.34: one decimal, and 360 is 0. */
const view = { azimuth_deg: 0, elevation_deg: 12.3 };

describe('200', () => {
  test('has just the members of the contract, and how sure it is', async () => {
    const { answer } = await carResult(service, name);
    const { img_without_background_base64, shadow_base64, ...rest } = jsonOf(answer) as Record<string, unknown>;
    expect(rest).toEqual({ ...facts, view, shadow_type: 'ai' });
    const headerOf = (text: unknown) => readPngHeader(Buffer.from(String(text), 'base64'));
    const size = { widthPx: 64, heightPx: 64, bitDepth: 8 };
    expect(headerOf(img_without_background_base64)).toEqual({ ...size, colourType: 6 });
    expect(headerOf(shadow_base64)).toEqual({ ...size, colourType: 0 });
  });

  test('has no shadow where none was asked for', async () => {
    const { answer } = await carResult(service, name, { shadow_type: 'none' });
    const { img_without_background_base64, ...rest } = jsonOf(answer) as Record<string, unknown>;
    expect(img_without_background_base64).toEqual(expect.any(String));
    expect(rest).toEqual({ ...facts, view, shadow_type: 'none' });
  });

  test('has a shadow on the ground and none behind the car', async () => {
    const { cutout, shadow = Buffer.alloc(0) } = await carResult(service, name);
    expect(shadow).toHaveLength(side * side);
    expect(pixelAt(shadow, places.ground, 1)[0]).toBeGreaterThan(60);
    expect(pixelAt(shadow, places.body, 1)).toEqual([0]);
    expect(pixelAt(cutout, places.ground)).toEqual([0, 200, 0, 0]);
  });

  test.each([true, false])('laid over each other are what operation 6 bakes, windows=%s', async (windows) => {
    const { cutout, shadow = Buffer.alloc(0) } = await carResult(service, name, { reconstruct_windows: windows });
    const baked = await carResult(service, 'car-image-without-background-base64', { reconstruct_windows: windows });
    for (let pixel = 0; pixel < side * side; pixel++) {
      const car = cutout[pixel * 4 + 3];
      const over = car + (shadow[pixel] * (255 - car)) / 255;
      expect(Math.abs(over - baked.cutout[pixel * 4 + 3])).toBeLessThanOrEqual(1.6);
    }
  });

  test('is read from the photo and not from the format', async () => {
    const png = await carResult(service, name);
    const gif = await carResult(service, name, {}, await carPhoto('gif'));
    expect(jsonOf(gif.answer)).toMatchObject({ view });
    expect(gif.shadow).toHaveLength(png.shadow?.length ?? 0);
  });
});

describeCar(service, name);
describeAdmission(service, name);
describeBase64(service, name, 'img_without_background_base64');
