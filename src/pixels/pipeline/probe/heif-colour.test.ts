/** Which properties of HEIC and AVIF say what a picture's colours are. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { box, codedPicture, mastering, nclx, writeContainer } from '../../../../test/fixtures/pictures/make/heif.ts';
import { writeSequence } from '../../../../test/fixtures/pictures/make/heif-sequence.ts';
import type { Header } from '../picture/header.ts';
import { probe } from './probe.ts';

const coded = (name: string) =>
  codedPicture(readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url)));
const pictures = [coded('avif-turn-1.avif')];
const grid = { columns: 1, rows: 1, widthPx: pictures[0].widthPx, heightPx: pictures[0].heightPx };

function headerOf(...properties: readonly Buffer[]): Header {
  return probe(new Uint8Array(writeContainer({ brand: 'avif', pictures, properties })));
}

const profile = (type: string) => box('colr', Buffer.concat([Buffer.from(type), Buffer.alloc(200)]));
const p3 = nclx(12, 13, 6);
const byNumber = (primaries: number, transfer: number) => ({
  hasIcc: false,
  colourSignal: { kind: 'code points', codePoints: { primaries, transfer, matrix: 0, fullRange: true } },
});
const byProfile = { hasIcc: true, colourSignal: undefined };
const byNothing = { hasIcc: false, colourSignal: undefined };

describe('of a picture', () => {
  it.each<[string, readonly Buffer[], object]>([
    ['Display P3', [p3], byNumber(12, 13)],
    ['linear BT.2020', [nclx(9, 8, 9)], byNumber(9, 8)],
    ['PQ of a narrow range, which decoders widen', [nclx(9, 16, 9, false)], byNumber(9, 16)],
    ['a profile before code points', [p3, profile('prof')], byProfile],
    ['a restricted profile', [profile('rICC'), p3], byProfile],
    ['the first of two', [p3, nclx(9, 16, 9)], byNumber(12, 13)],
    ['no primaries: those of sRGB', [nclx(2, 8, 6)], byNumber(1, 8)],
    ['no curve: that of sRGB', [nclx(12, 2, 6)], byNumber(12, 13)],
    ['the curve of cameras: that of sRGB, as browsers show it', [nclx(9, 14, 9)], byNumber(9, 13)],
    ['QuickTime’s code points', [box('colr', Buffer.from('nclc\0\x0c\0\x0d\0\x06'))], byNumber(12, 13)],
    ['code points that end early', [box('colr', Buffer.from('nclx\0\x0c\0\x0d'))], byNothing],
    ['an unknown kind', [box('colr', Buffer.from('what\0\x0c\0\x0d\0\x06'))], byNothing],
    ['nothing', [], byNothing],
  ])('%s', (_, properties, expected) => {
    expect(headerOf(...properties)).toMatchObject(expected);
  });
});

it('the peak of the mastering display is read', () => {
  expect(headerOf(nclx(9, 16, 9), mastering(4000)).colourSignal).toMatchObject({ masteringPeak: 4000 });
});

it.each([
  ['avif-single.avif', 8],
  ['avif-10-bit.avif', 10],
  ['avif-12-bit.avif', 12],
  ['avif-grid.avif', 8],
  ['heic-single.heic', 8],
  ['heic-10-bit.heic', 10],
])('%s has samples of %i bits', (name, bitsPerSample) => {
  const file = readFileSync(new URL(`../../../../test/fixtures/pictures/input/${name}`, import.meta.url));
  expect(probe(new Uint8Array(file))).toMatchObject({ bitsPerSample });
});

describe('of a grid', () => {
  const headerOfGrid = (properties: readonly Buffer[], codedProperties: readonly Buffer[]) =>
    probe(new Uint8Array(writeContainer({ brand: 'avif', pictures, grid, properties, codedProperties })));

  it('is its own', () => {
    expect(headerOfGrid([p3], [nclx(9, 8, 9)])).toMatchObject(byNumber(12, 13));
  });

  it('is that of its tiles where it has none', () => {
    expect(headerOfGrid([], [p3])).toMatchObject(byNumber(12, 13));
    expect(headerOfGrid([], [profile('prof')])).toMatchObject(byProfile);
  });
});

it('of a sequence is that of its sample entry', () => {
  const file = writeSequence({ brand: 'avis', tracks: [{ pictures, properties: [p3] }] });
  expect(probe(new Uint8Array(file))).toMatchObject(byNumber(12, 13));
});
