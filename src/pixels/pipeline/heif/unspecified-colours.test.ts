/** Unspecified colours of the full range are written out, and nothing else is touched. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codedPicture, nclx, writeContainer } from '../../../../test/fixtures/pictures/make/heif.ts';
import { ByteReader } from '../picture/bytes.ts';
import { ImageFault } from '../picture/fault.ts';
import { withUsualColours } from './unspecified-colours.ts';

const input = new URL('../../../../test/fixtures/pictures/input/avif-single.avif', import.meta.url);
const pictures = [codedPicture(readFileSync(input))];
const made = (...properties: readonly Buffer[]) =>
  new Uint8Array(writeContainer({ brand: 'avif', pictures, properties }));
const changed = (file: Uint8Array) => withUsualColours(new ByteReader(file));

it('says what they stand for', () => {
  const file = made(nclx(2, 2, 2));
  const before = file.slice();
  expect(changed(file)).toEqual(made(nclx(1, 13, 6)));
  expect(file).toEqual(before);
});

it.each([
  ['of the narrow range', made(nclx(2, 2, 2, false))],
  ['with a matrix', made(nclx(2, 2, 1))],
  ['left out', made()],
])('is the same file with those %s', (_, file) => {
  expect(changed(file)).toBe(file);
});

it('any other bytes keep their length, or are refused', () => {
  const file = made(nclx(2, 2, 2));
  const change = fc.tuple(fc.nat(Math.min(400, file.length) - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), fc.nat(file.length), (changes, length) => {
      const damaged = file.slice(0, length);
      for (const [at, byte] of changes) if (at < length) damaged[at] = byte;
      try {
        expect(changed(damaged)).toHaveLength(length);
      } catch (cause) {
        if (!(cause instanceof RangeError)) expect(cause).toBeInstanceOf(ImageFault);
      }
    }),
    { numRuns: 1000 },
  );
});
