/** What the brush is offered for. */
import { expect, test } from 'vitest';
import { picturesOf } from './edit-by-hand.ts';
import type { Made } from './make.ts';
import { type AnsweredPicture, nothingKnown } from './outcome.ts';

const cutout = new Blob(['cutout'], { type: 'image/png' });
const photo = new File(['photo'], 'photo.jpg');

function made(outcome: Partial<AnsweredPicture>, given: Made['photo'] = photo): Made {
  const whole = { main: cutout, isMatte: false, shadow: null, known: nothingKnown, bytes: 6, ...outcome };
  return {
    photo: given,
    outcome: whole,
    callId: null,
    paid: null,
    stages: [],
    headers: new Headers(),
    milliseconds: 1,
  };
}

test('a cutout of a whole photo', () => {
  expect(picturesOf(made({}))).toEqual({ photo, cutout });
});

test.each([
  ['a matte', made({ isMatte: true })],
  ['another format', made({ main: new Blob([], { type: 'image/webp' }) })],
  ['a part of the photo', made({ known: { ...nothingKnown, outputPx: [3, 3], boxPx: [1, 0, 3, 3] } })],
  ['a background that the service laid', made({ known: { ...nothingKnown, outputPx: [4, 3], boxPx: [0, 0, 4, 3] } })],
  ['a photo at an address', made({}, new URL('https://example.com/photo.jpg'))],
])('not %s', (_, result) => {
  expect(picturesOf(result)).toBeNull();
});
