/** Image sequences as still files: which pictures count, and damage anywhere in the tracks. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codedPicture, writeContainer } from '../../../../test/fixtures/pictures/make/heif.ts';
import { writeSequence } from '../../../../test/fixtures/pictures/make/heif-sequence.ts';
import { ImageFault, ReaderFault } from '../picture/fault.ts';
import { probe } from '../probe/probe.ts';
import { stillFile } from './first-frame.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));
const picture = codedPicture(fixture('avif-turn-1.avif'));
const still = writeContainer({ brand: 'avif', pictures: [picture] });
const sequence = writeSequence({ brand: 'avis', tracks: [{ pictures: [picture, picture] }] });

describe('a file with a still picture and a sequence', () => {
  /** The still file, and behind it the tracks of a sequence whose samples are not in it. */
  const both = (brand: string) => {
    const movie = sequence.indexOf('moov') - 4;
    const file = Buffer.concat([still, sequence.subarray(movie, movie + sequence.readUInt32BE(movie))]);
    file.write(brand, 8);
    return new Uint8Array(file);
  };

  it.each(['avif', 'mif1', 'msf1', 'hevc'])('of the major brand %s is its still picture', (brand) => {
    const file = both(brand);
    expect(stillFile(file)).toBe(file);
    expect(probe(file).animated).toBe(false);
  });

  it('is the sequence where the major brand is avis', () => {
    expect(probe(both('avis')).animated).toBe(true);
  });
});

it('a still file is given back as it is', () => {
  const file = new Uint8Array(still);
  expect(stillFile(file)).toBe(file);
});

it('a sequence becomes a still file with its first sample and nothing of the second', () => {
  const file = stillFile(new Uint8Array(sequence));
  expect(Buffer.from(file.subarray(file.length - picture.data.length))).toEqual(Buffer.from(picture.data));
  expect(probe(file)).toMatchObject({ animated: false, widthPx: picture.widthPx, heightPx: picture.heightPx });
});

it('damage anywhere gives a header or an ImageFault', () => {
  const alpha = fixture('avif-animated-alpha.avif');
  // What is read is in front of the samples.
  const damage = fc.array(fc.tuple(fc.nat(1400), fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff))), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.constantFrom(sequence, alpha), damage, fc.nat(200), (source, changes, cut) => {
      const file = new Uint8Array(source.subarray(0, source.length - (cut > 100 ? cut * 10 : 0)));
      for (const [at, value] of changes) if (at < file.length) file[at] = value;
      try {
        expect(probe(file).widthPx).toBeGreaterThan(0);
      } catch (fault) {
        expect(fault).toBeInstanceOf(ImageFault);
        expect(fault).not.toBeInstanceOf(ReaderFault);
      }
    }),
    { numRuns: 3000 },
  );
});
