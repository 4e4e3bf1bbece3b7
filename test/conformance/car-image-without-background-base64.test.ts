/** Operation 6: POST /v1.0/car-image-without-background-base64. */
import { describe, expect, test } from 'vitest';
import { jsonOf } from '../../testing/http-message.ts';
import { declareService } from '../service.ts';
import { describeAdmission } from './admission.ts';
import { describeBase64 } from './base64.ts';
import { carResult, describeCar } from './car.ts';

const service = declareService();
const name = 'car-image-without-background-base64';

describe('200', () => {
  test('has just the members of the contract, and how sure it is', async () => {
    const { answer } = await carResult(service, name);
    const { img_without_background_base64: png, ...facts } = jsonOf(answer) as Record<string, unknown>;
    expect(png).toEqual(expect.any(String));
    expect(facts).toEqual({
      input_dimensions: [64, 64],
      processed_dimensions: [64, 64],
      was_downscaled: false,
      shadow_type: 'ai',
      uncertainty: expect.any(Number),
      needs_review: expect.any(Boolean),
    });
  });

  test('holds the bytes of operation 5', async () => {
    for (const options of [{}, { shadow_type: 'none' }, { reconstruct_windows: false }]) {
      const [inJson, asPng] = [
        await carResult(service, name, options),
        await carResult(service, 'car-image-without-background', options),
      ];
      const { img_without_background_base64: png } = jsonOf(inJson.answer) as Record<string, unknown>;
      expect(Buffer.from(String(png), 'base64').equals(asPng.answer.body)).toBe(true);
    }
  });
});

describeCar(service, name);
describeAdmission(service, name);
describeBase64(service, name, 'img_without_background_base64');
