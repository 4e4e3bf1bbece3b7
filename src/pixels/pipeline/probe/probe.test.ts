/** Any bytes at all are read as a header or refused, and nothing else happens. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generator } from '../../../../testing/random.ts';
import { ImageFault, ReaderFault } from '../picture/fault.ts';
import type { Header } from '../picture/header.ts';
import { probe } from './probe.ts';

const folder = new URL('../../../../test/fixtures/pictures/input/', import.meta.url);
const fixtures = readdirSync(folder).map((name) => new Uint8Array(readFileSync(new URL(name, folder))));

/** Null where a header was read. */
function faultOf(file: Uint8Array): unknown {
  try {
    probe(file);
    return null;
  } catch (fault) {
    return fault;
  }
}

describe('a file that ends early', () => {
  it('right after the type of its first box is refused', () => {
    const fault = faultOf(new TextEncoder().encode('\0\0\0\x08ftyp'));
    expect(fault).toBeInstanceOf(ImageFault);
    expect(fault).not.toBeInstanceOf(ReaderFault);
  });

  it('anywhere is refused or a picture', () => {
    for (const file of fixtures) {
      for (let length = 0; length < Math.min(file.length, 600); length++) {
        const fault = faultOf(file.subarray(0, length));
        if (fault !== null) expect(fault).toBeInstanceOf(ImageFault);
      }
    }
  });
});

it('a failure of the reading itself counts as a broken file, with a line in the log', () => {
  const file = Uint8Array.of(1, 2, 3);
  // A buffer that was handed on cannot be read.
  structuredClone(file.buffer, { transfer: [file.buffer] });
  const fault = faultOf(file);
  expect(fault).toBeInstanceOf(ReaderFault);
  expect((fault as ReaderFault).cause).toBeInstanceOf(TypeError);
});

it.each(['heic-alpha.heic', 'heic-odd-alpha.heic', 'avif-alpha.avif'])(
  '%s has alpha, by the name of any encoder',
  (name) => {
    expect(probe(new Uint8Array(readFileSync(new URL(name, folder)))).hasAlpha).toBe(true);
  },
);

it('a file with a million boxes is refused before they are listed', () => {
  const boxes = new Uint8Array(16 * 2 ** 20);
  for (let at = 0; at < boxes.length; at += 8) boxes.set([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], at);
  boxes.set(new TextEncoder().encode('\0\0\0\x18ftypavif\0\0\0\0avifmif1'));
  expect(faultOf(boxes)).toMatchObject({ message: 'The file has too many boxes' });
});

it.each([
  [5, 8],
  [2, 3],
])('a PNG of colour type %i with %i bits a sample is refused', (colourType, bits) => {
  const oneByOne = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
  const file = Uint8Array.of(...oneByOne, bits, colourType, 0, 0, 0, 0, 0, 0, 0);
  expect(faultOf(file)).toMatchObject({ message: 'The PNG file has an unknown colour type or bit depth' });
});

it('a TIFF whose width has more than 32 bits is refused', () => {
  const file = new Uint8Array(40);
  // One entry: ImageWidth, of BigTIFF's type of 8 bytes, once, at offset 32.
  file.set([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0, 1, 16, 0, 1, 0, 0, 0, 32]);
  file.fill(0x01, 32);
  expect(faultOf(file)).toMatchObject({ message: 'The TIFF file has a broken header' });
});

describe('fuzz', () => {
  const rounds = 150_000;

  it(`${rounds} damaged and invented files give sane numbers or an ImageFault`, () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
    const random = generator(seed);
    for (let round = 0; round < rounds; round++) {
      const file = inventedFile(random);
      const problem = problemWith(file);
      // The file is made of the seed: SEED=… runs the same ones again.
      if (problem) {
        const start = Buffer.from(file.subarray(0, 64)).toString('hex');
        expect.fail(`SEED=${seed}, round ${round}: ${problem}; ${file.length} bytes, ${start}…`);
      }
    }
    console.log(`probe: ${rounds} files, SEED=${seed}`);
  });
});

/** Why what became of a file is wrong; null where it is right. */
function problemWith(file: Uint8Array): string | null {
  try {
    return insaneMember(probe(file));
  } catch (fault) {
    return fault instanceof ImageFault && !(fault instanceof ReaderFault) ? null : `threw ${describeFault(fault)}`;
  }
}

function describeFault(fault: unknown): string {
  const cause = fault instanceof ReaderFault ? fault.cause : fault;
  return cause instanceof Error ? String(cause.stack) : String(cause);
}

function insaneMember(header: Header): string | null {
  const { widthPx, heightPx, orientation, bitsPerSample } = header;
  const whole = (name: string, value: number, most: number) =>
    Number.isInteger(value) && value >= 1 && value <= most ? null : `${name} is ${value}`;
  return (
    whole('widthPx', widthPx, 2 ** 32) ??
    whole('heightPx', heightPx, 2 ** 32) ??
    whole('orientation', orientation, 8) ??
    whole('bitsPerSample', bitsPerSample, 255)
  );
}

type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const pick = <Value>(random: Random, values: readonly Value[]): Value => values[below(random, values.length)];

/** Numbers at which readers of headers go wrong. */
const edges = [
  0, 1, 2, 3, 7, 8, 12, 16, 127, 128, 255, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
];
/** What each format begins with. */
const beginnings = [
  '\xff\xd8\xff',
  '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR',
  'RIFF\0\x10\0\0WEBPVP8X',
  'RIFF\0\x10\0\0WEBPVP8L',
  '\0\0\0\x18ftypavif\0\0\0\0avifmif1\0\0\x01\0meta',
  '\0\0\0\x10ftypheic\0\0\0\0',
  'II*\0\x08\0\0\0',
  'MM\0+\0\x08\0\0\0\0\0\0\0\0\0\x10',
  'GIF89a',
  'BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0',
].map((text) => Uint8Array.from(text, (character) => character.charCodeAt(0)));

function inventedFile(random: Random): Uint8Array {
  if (random() < 0.1) return randomBytes(random, pick(random, beginnings), below(random, 400));
  if (random() < 0.02) return randomBytes(random, new Uint8Array(0), below(random, 100));
  let file: Uint8Array = pick(random, fixtures).slice();
  // Most of what is read is in the first kilobyte, some behind the pixels.
  const place = () => below(random, random() < 0.8 ? Math.min(file.length, 1024) : file.length);
  const changes = 1 + below(random, 6);
  for (let change = 0; change < changes && file.length > 0; change++) {
    const at = place();
    switch (below(random, 7)) {
      case 0:
        file[at] = below(random, 256);
        break;
      case 1:
        file[at] ^= 1 << below(random, 8);
        break;
      case 2:
      case 3:
        writeNumber(file, at, pick(random, edges), pick(random, [1, 2, 4, 8]), random() < 0.5);
        break;
      case 4:
        file = file.slice(0, at);
        break;
      case 5: {
        // A piece is removed or repeated.
        const to = Math.min(file.length, at + 1 + below(random, 64));
        const again = random() < 0.5 ? at : to;
        const from = random() < 0.5 ? at : to;
        file = joined(file.subarray(0, from), file.subarray(again));
        break;
      }
      default: {
        const other = pick(random, fixtures);
        const from = below(random, other.length);
        file.set(other.subarray(from, from + Math.min(64, file.length - at)), at);
      }
    }
  }
  return file;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const file = new Uint8Array(first.length + second.length);
  file.set(first);
  file.set(second, first.length);
  return file;
}

function randomBytes(random: Random, beginning: Uint8Array, count: number): Uint8Array {
  const file = new Uint8Array(beginning.length + count);
  file.set(beginning);
  for (let at = beginning.length; at < file.length; at++) file[at] = below(random, random() < 0.5 ? 8 : 256);
  return file;
}

function writeNumber(file: Uint8Array, at: number, value: number, bytes: number, littleEndian: boolean): void {
  for (let index = 0; index < bytes && at + index < file.length; index++) {
    const place = littleEndian ? index : bytes - 1 - index;
    file[at + index] = place < 4 ? (value >>> (8 * place)) & 255 : 0;
  }
}
