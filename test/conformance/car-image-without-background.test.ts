/** Operation 5: POST /v1.0/car-image-without-background. */
import { describe, expect, test } from 'vitest';
import { readPngHeader } from '../../testing/png.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { carPhoto, carResult, describeCar, pixelAt, places } from './car.ts';
import { describeMultipart, readBinary } from './multipart.ts';

const service = declareService();
const name = 'car-image-without-background';

describe('200', () => {
  test('is an 8-bit RGBA PNG of the input size, with the facts in headers', async () => {
    const { answer } = await carResult(service, name);
    const { png, ...facts } = readBinary(answer);
    expect(facts).toEqual({ input: [64, 64], processed: [64, 64], wasDownscaled: false });
    expect(readPngHeader(png)).toEqual({ widthPx: 64, heightPx: 64, bitDepth: 8, colourType: 6 });
    expect(answer.headers.get('X-Shadow-Type')).toBe('ai');
  });

  test('bakes the shadow in beneath the car: black on the ground, the car over it', async () => {
    const { cutout } = await carResult(service, name);
    const bare = await carResult(service, name, { shadow_type: 'none' });
    const [red, green, blue, alpha] = pixelAt(cutout, places.ground);
    expect([red, green, blue]).toEqual([0, 0, 0]);
    expect(alpha).toBeGreaterThan(60);
    expect(alpha).toBeLessThanOrEqual(200);
    expect(pixelAt(cutout, places.body)).toEqual([255, 255, 255, 255]);

    // The window's outline lets 48 of 255 through, and green is 255 there: so much shadow is beneath it.
    const [, , , windowAlone] = pixelAt(bare.cutout, places.window);
    const window = pixelAt(cutout, places.window);
    expect(Math.abs(window[3] - (windowAlone + 48))).toBeLessThanOrEqual(2);
    expect(Math.abs(window[1] - (255 * windowAlone) / window[3])).toBeLessThanOrEqual(2);
  });

  test('accepts a car whose file has transparency', async () => {
    const { cutout } = await carResult(service, name, {}, await carPhoto('webp'));
    expect(pixelAt(cutout, places.body)[3]).toBeGreaterThan(250);
  });
});

describeCar(service, name);
describeAdmission(service, name);
describeMultipart(service, name);
