/** AVIF files: crops and turns, premultiplied colours, and what is refused. */
import { expect, it } from 'vitest';
import { codedPicture, writeContainer } from '../../test/fixtures/pictures/make/heif.ts';
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
