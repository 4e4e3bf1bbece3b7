/** How AVIF stores its samples: by the container, by `av1C`, and by what is coded where `av1C` says nothing. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CodedPicture,
  codedPicture,
  nclx,
  writeContainer,
} from '../../../../test/fixtures/pictures/make/heif.ts';
import type { Av1Samples } from '../picture/header.ts';
import { probe } from './probe.ts';

const input = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));
const grey = codedPicture(input('avif-grey-narrow.avif'));
const colour = codedPicture(input('avif-single.avif'));
/** `av1C` of four bytes, without a sequence header. */
const bare = (picture: CodedPicture) => ({
  ...picture,
  configuration: box('av1C', picture.configuration.subarray(8, 12)),
});

function samplesOf(picture: CodedPicture, ...properties: readonly Buffer[]): Av1Samples | undefined {
  return probe(new Uint8Array(writeContainer({ brand: 'avif', pictures: [picture], properties }))).av1;
}

describe('narrow grey', () => {
  it('is read from the sequence header, of `av1C` or of what is coded', () => {
    expect(samplesOf(grey)?.narrowGrey).toBe(true);
    expect(samplesOf(bare(grey))?.narrowGrey).toBe(true);
    expect(samplesOf({ ...bare(grey), data: Buffer.alloc(40) })?.narrowGrey).toBe(false);
  });

  it('is read from the container before it', () => {
    expect(samplesOf(grey, nclx(1, 13, 6))?.narrowGrey).toBe(false);
    expect(samplesOf(grey, nclx(1, 13, 6, false))?.narrowGrey).toBe(true);
    expect(samplesOf(colour, nclx(1, 13, 6, false))?.narrowGrey).toBe(false);
  });
});

describe('chroma', () => {
  it('is shared by two rows and columns, with the weights of the matrix', () => {
    expect(samplesOf(colour, nclx(1, 13, 1))?.chroma).toEqual({ rows: 2, redWeight: 0.2126, blueWeight: 0.0722 });
    expect(samplesOf(colour, nclx(1, 13, 2))?.chroma).toEqual({ rows: 2, redWeight: 0.299, blueWeight: 0.114 });
    expect(samplesOf(bare(colour))?.chroma).toEqual(samplesOf(colour)?.chroma);
  });

  it.each<[string, Av1Samples | undefined]>([
    ['grey', samplesOf(grey)],
    ['4:4:4', probe(new Uint8Array(input('avif-animated-alpha.avif'))).av1],
    ['a matrix of another kind', samplesOf(colour, nclx(9, 14, 10))],
    ['a crop', samplesOf(colour, box('clap', Buffer.alloc(32, 1)))],
    ['odd sides that are turned', samplesOf({ ...colour, widthPx: 61 }, box('irot', Buffer.of(1)))],
  ])('is not known of %s', (_, samples) => {
    expect(samples?.chroma).toBeNull();
  });
});

it('nothing is said of HEIC', () => {
  expect(probe(new Uint8Array(input('heic-single.heic'))).av1).toBeUndefined();
});
