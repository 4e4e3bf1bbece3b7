/** A critic that fails what is blue: the answer asks for a review, on both lanes, and its picture is the same. */
import { describe, expect, test } from 'vitest';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { encode, paint } from '../../../testing/photos.ts';
import { filePart, multipartCall } from '../../../testing/requests.ts';
import { operationNamed } from '../../contract/operations.ts';

const [width, height] = [400, 300];
/** A square on black, of a brightness of 170: the matte network answers that. */
const square = (colour: readonly [number, number, number]) =>
  paint(width, height, 3, (x, y) => (x > 100 && x < 300 && y > 50 && y < 250 ? [...colour] : [0, 0, 0]));
const [yellow, bluish] = [square([255, 255, 90]), square([255, 205, 240])];
const review = { critic: { model: 'critic' }, cost: 'a hundredth of a run' };

function declareReview(passes: { readonly review?: typeof review }, model: 'matte' | 'luma') {
  const { send } = declareInProcess({
    models: ['luma', 'blue-critic'],
    passes,
    edgeVariables: { MATTE_UPSAMPLING: 'bilinear', MATTE_MODEL: model },
  });
  return async (photo: typeof yellow, format: 'png' | 'tiff') => {
    const file = await encode(photo, format);
    const { status, headers, body } = await send(
      multipartCall(operationNamed('alpha-channel').path, '', [filePart(file)]),
    );
    expect(status).toBe(200);
    const [needsReview, uncertainty, made] = ['X-Needs-Review', 'X-Matte-Uncertainty', 'X-Model'].map((name) =>
      headers.get(name),
    );
    return { needsReview, uncertainty: Number(uncertainty), made, body };
  };
}

describe.each(['png', 'tiff'] as const)('%s', (format) => {
  const withCritic = declareReview({ review }, 'matte');
  const without = declareReview({}, 'luma');

  test('with a critic, what it fails asks for a review', async () => {
    expect(await withCritic(bluish, format)).toMatchObject({ needsReview: 'true', uncertainty: expect.closeTo(0.695) });
    expect(await withCritic(yellow, format)).toMatchObject({ needsReview: 'false' });
  });

  test('without one the picture is the same, made by something else', async () => {
    const [critical, plain] = [await withCritic(bluish, format), await without(bluish, format)];
    expect(plain).toMatchObject({ needsReview: 'false', uncertainty: 0 });
    expect(plain.body.equals(critical.body)).toBe(true);
    expect(plain.made).not.toBe(critical.made);
  });
});
