/**
 * The uncertainty of an answer: in headers and members of every picture, and the same on both lanes. At a push all is asked of
 * one operation of each kind: those of a kind share their pipeline, and differ in how the answer is written alone.
 */
import { describe, expect, test } from 'vitest';
import { type ProcessingOperation, processingOperations } from '../../src/contract/operations.ts';
import { deep } from '../../testing/depth.ts';
import { type Answer, jsonOf } from '../../testing/http-message.ts';
import { blackPhoto, encode, type PhotoFormat, paint } from '../../testing/photos.ts';
import { filePart, multipartCall } from '../../testing/requests.ts';
import { declareService } from '../service.ts';

const service = declareService();

/** To the network of these tests, brightness is alpha. */
const side = 96;
const clear = paint(side, side, 3, (x, y) => (Math.hypot(x - 48, y - 48) < 30 ? [255, 255, 255] : [0, 0, 0]));
const clouded = paint(side, side, 3, (x, y) => {
  if (Math.hypot(x - 48, y - 48) < 20) return [255, 255, 255];
  return Math.hypot(x - 48, y - 48) < 40 ? [120, 120, 120] : [0, 0, 0];
});
const clearCar = paint(64, 64, 3, (x, y) => (y >= 20 && y < 44 && x >= 20 && x < 44 ? [255, 255, 255] : [0, 0, 0]));
/** A car with a dim part beside it that belongs to its matte. */
const cloudedCar = paint(64, 64, 3, (x, y) => {
  if (y < 20 || y >= 44 || x < 16 || x >= 44) return [0, 0, 0];
  return x < 30 ? [120, 120, 120] : [255, 255, 255];
});

/** PNG is decoded at the edge, TIFF on the image lane. */
const lanes: readonly PhotoFormat[] = ['png', 'tiff'];

async function ask({ name }: ProcessingOperation, image: Buffer): Promise<Answer> {
  const { key } = await service.createKey();
  const answer = await service.send(service.goodCall(name, key, image));
  expect(answer.status).toBe(200);
  return answer;
}

function reviewOf({ headers }: Answer): { readonly uncertainty: number; readonly needsReview: boolean } {
  expect(headers.get('X-Matte-Uncertainty')).toMatch(/^[01]\.\d{3}$/);
  expect(headers.get('X-Needs-Review')).toMatch(/^(true|false)$/);
  return {
    uncertainty: Number(headers.get('X-Matte-Uncertainty')),
    needsReview: headers.get('X-Needs-Review') === 'true',
  };
}

describe.each(processingOperations)('$name', (operation) => {
  const isOfCars = operation.result.startsWith('car');

  test('is the same in JSON and in headers', async () => {
    const answer = await ask(operation, await encode(isOfCars ? cloudedCar : clouded, 'png'));
    const { uncertainty, needsReview } = reviewOf(answer);
    if (operation.encoding === 'json') expect(jsonOf(answer)).toMatchObject({ uncertainty, needs_review: needsReview });
    else expect(answer.headers.get('Content-Type')).toBe('image/png');
  });

  const firstOfKind = processingOperations.find(({ result }) => result === operation.result);
  if (!deep && operation !== firstOfKind) return;

  test.each(lanes)(
    'reports a low uncertainty for a clear picture and a high one for a clouded one: %s',
    async (format) => {
      const certain = reviewOf(await ask(operation, await encode(isOfCars ? clearCar : clear, format)));
      expect(certain.needsReview).toBe(false);
      expect(certain.uncertainty).toBeLessThan(0.5);
      const uncertain = reviewOf(await ask(operation, await encode(isOfCars ? cloudedCar : clouded, format)));
      expect(uncertain.needsReview).toBe(true);
      expect(uncertain.uncertainty).toBeGreaterThanOrEqual(0.5);
    },
  );

  test('is the same on both lanes', async () => {
    const image = isOfCars ? cloudedCar : clouded;
    const [edge, lane] = [
      await ask(operation, await encode(image, 'png')),
      await ask(operation, await encode(image, 'tiff')),
    ];
    expect(edge.headers.get('Server-Timing')).not.toContain('image-lane');
    expect(lane.headers.get('Server-Timing')).toContain('image-lane');
    expect(reviewOf(lane)).toEqual(reviewOf(edge));
    expect(edge.headers.get('X-Model')).toMatch(/^[a-z0-9.-]+@[0-9a-f]{12}$/);
    expect(lane.headers.get('X-Model')).toBe(edge.headers.get('X-Model'));
  });

  if (!isOfCars) {
    test.each(lanes)('is 1 where nothing was found: %s', async (format) => {
      expect(reviewOf(await ask(operation, await blackPhoto(format)))).toEqual({ uncertainty: 1, needsReview: true });
    });
  }
});

test.each(lanes)('the remove.bg compatibility API has it as well: %s', async (format) => {
  const ofPicture = async (samples: typeof clear) => {
    const { key } = await service.createKey();
    const image = { ...filePart(await encode(samples, format)), name: 'image_file' };
    const answer = await service.send(multipartCall('/v1.0/removebg', key, [image]));
    expect(answer.status).toBe(200);
    return reviewOf(answer).needsReview;
  };
  expect([await ofPicture(clear), await ofPicture(clouded)]).toEqual([false, true]);
});

test('an error does not have it', async () => {
  const { key } = await service.createKey();
  const answer = await service.send(service.goodCall('alpha-channel', key, Buffer.from('no picture')));
  expect(answer.status).toBe(415);
  expect(answer.headers.get('X-Needs-Review')).toBeNull();
});
