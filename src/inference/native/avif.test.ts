/** AVIF files: crops and turns, premultiplied colours, and what is refused. */
import { expect, it } from 'vitest';
import { box, codedPicture, fullBox, nclx, writeContainer } from '../../../test/fixtures/pictures/make/heif.ts';
import { writeSequence } from '../../../test/fixtures/pictures/make/heif-sequence.ts';
import { fixture, openFile, openRaw } from './testing/fixture.ts';

it.each(['avif', 'heic'])('%s: colours that were multiplied by alpha are divided by it', async (format) => {
  const [straight, divided] = await Promise.all([
    openRaw(fixture(`${format}-alpha.${format}`)),
    openRaw(fixture(`${format}-alpha-premultiplied.${format}`)),
  ]);
  for (let at = 0; at < straight.samples.length; at++) {
    const alpha = straight.samples[at | 3];
    if (at % 4 === 3 || alpha === 0) expect(divided.samples[at]).toBe(straight.samples[at]);
    else expect(divided.samples[at]).toBe(Math.min(255, Math.round((straight.samples[at] * 255) / alpha)));
  }
});

it('takes the primary picture, not the first', async () => {
  const second = await openRaw(fixture('avif-second-primary.avif'));
  const alone = codedPicture(Buffer.from(fixture('avif-turn-1.avif')));
  const { widthPx, heightPx } = await openFile(new Uint8Array(writeContainer({ brand: 'avif', pictures: [alone] })));
  expect([second.widthPx, second.heightPx]).toEqual([widthPx, heightPx]);
});

it('alpha of the narrow range is widened', async () => {
  const picture = codedPicture(Buffer.from(fixture('avif-grey-narrow.avif')));
  // Its sequence header is behind a temporal delimiter; `av1C` of a sequence carries it.
  const sequenceHeader = picture.data.subarray(2, 4 + picture.data[3]);
  const flags = picture.configuration.subarray(8, 12);
  const pictures = [{ ...picture, configuration: box('av1C', Buffer.concat([flags, sequenceHeader])) }];
  const urn = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0';
  const alpha = { pictures, properties: [fullBox('auxi', 0, 0, Buffer.from(urn))], references: { auxl: 1 } };
  const { samples } = await openRaw(new Uint8Array(writeSequence({ brand: 'avis', tracks: [{ pictures }, alpha] })));
  const still = await openRaw(fixture('avif-grey-narrow.avif'));
  // The same grey thrice, and as alpha.
  const expected = Array.from(still.samples.filter((_, at) => at % 3 === 0)).flatMap((grey) =>
    Array<number>(4).fill(grey),
  );
  expect([...samples]).toEqual(expected);
});

it('unspecified colours of the full range are of the full range', async () => {
  const pictures = [codedPicture(Buffer.from(fixture('avif-10-bit.avif')))];
  const opened = (...numbers: Parameters<typeof nclx>) =>
    openRaw(new Uint8Array(writeContainer({ brand: 'avif', pictures, properties: [nclx(...numbers)] })));
  const [unspecified, usual, narrow] = [await opened(2, 2, 2), await opened(1, 13, 6), await opened(2, 2, 2, false)];
  expect(Buffer.compare(unspecified.samples, usual.samples)).toBe(0);
  expect(Buffer.compare(unspecified.samples, narrow.samples)).not.toBe(0);
});
