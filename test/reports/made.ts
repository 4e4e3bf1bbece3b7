/** Further reported kinds of files, made of the drawing: alphas beside other samples, metadata that ends early, ids and bits that say nothing. */
import sharp from 'sharp';
import { exif } from '../../src/pixels/pipeline/testing/exif-files.ts';
import { chunk } from '../../testing/png.ts';
import { floatBytes, type MadeField, makeTiff, rgbPage, without } from '../tiff.ts';
import { as, exact, jpeg, type Picture, picture, type Right, rounded, turned } from './expected.ts';
import { greenAsGrey } from './references.ts';

export interface Made {
  readonly file: string;
  readonly right: Right;
  make(drawn: Buffer): Promise<Uint8Array>;
}

const [widthPx, heightPx] = [160, 120];
const area = widthPx * heightPx;

/** Clear on the left, then ever more opaque, and opaque on the right. */
const alpha = Uint8Array.from({ length: area }, (_, at) => Math.min(255, Math.max(0, ((at % widthPx) - 20) * 2)));
/** What nothing shows. */
const selection = Uint8Array.from({ length: area }, (_, at) => (at % 7) * 36);

const rgbOf = (drawn: Buffer) => sharp(drawn).removeAlpha().toColourspace('srgb').raw().toBuffer();

/** Planes of 8 bits as pixels, one after the other. */
function interleaved(planes: readonly ArrayLike<number>[]): Uint8Array {
  return Uint8Array.from({ length: area * planes.length }, (_, at) => {
    return planes[at % planes.length][Math.floor(at / planes.length)];
  });
}

async function planesOf(drawn: Buffer): Promise<Uint8Array[]> {
  const rgb = await rgbOf(drawn);
  return [0, 1, 2].map((channel) => Uint8Array.from({ length: area }, (_, at) => rgb[at * 3 + channel]));
}

const extras = (...values: readonly number[]): MadeField => [338, 3, values];

/** A page with these planes. */
function tiffOf(planes: readonly Uint8Array[], ...fields: readonly MadeField[]): Uint8Array {
  const page = rgbPage(widthPx, heightPx, interleaved(planes), { samplesPerPixel: planes.length, fields });
  return makeTiff([page]);
}

function withAlpha(tolerance: Parameters<typeof picture>[0], changes: Partial<Picture> = {}): Right {
  const clearShare = alpha.filter((value) => value < 255).length / area;
  return picture(tolerance, { alpha, clearShare, hasSquares: false, ...changes });
}

/** Ink for what is not red, green and blue, and no black. */
const inkOf = (planes: readonly Uint8Array[]) => [
  ...planes.map((plane) => plane.map((value) => 255 - value)),
  new Uint8Array(area),
];

/** Floats with alpha. @param multiplied whether colours were multiplied by it */
async function floats(drawn: Buffer, multiplied: boolean): Promise<Uint8Array> {
  const planes = await planesOf(drawn);
  const values = Array.from({ length: area }, (_, at) => {
    const own = alpha[at] / 255;
    return [...planes.map((plane) => (plane[at] / 255) * (multiplied ? own : 1)), own];
  }).flat();
  const fields: MadeField[] = [
    [339, 3, [3, 3, 3, 3]],
    [338, 3, [multiplied ? 1 : 2]],
  ];
  return makeTiff([rgbPage(widthPx, heightPx, floatBytes(values), { samplesPerPixel: 4, bits: 32, fields })]);
}

const jpegOf = (drawn: Buffer) => sharp(drawn).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();

/** An EXIF block that announces so many entries and ends at one of its bytes. */
function shortened(block: Buffer, announced: number, end: number): Buffer {
  const changed = Buffer.from(block.subarray(0, end));
  changed.writeUInt16BE(announced, 8);
  return changed;
}

const entriesAt = 10;
const entryBytes = 12;
const endsEarly = shortened(exif(6, 3), 40, entriesAt + entryBytes);

async function jpegWith(drawn: Buffer, block: Buffer): Promise<Buffer> {
  const file = await jpegOf(drawn);
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), block]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)]);
}

/** A JPEG whose three components have these ids, in its frame and in its one scan. */
async function jpegOfIds(drawn: Buffer, ids: readonly number[]): Promise<Buffer> {
  const file = await jpegOf(drawn);
  const [frame, scan] = [0xc0, 0xda].map((marker) => file.indexOf(Buffer.of(0xff, marker)));
  for (const [place, id] of ids.entries()) {
    file[frame + 10 + place * 3] = id;
    file[scan + 5 + place * 2] = id;
  }
  return file;
}

/** A JPEG whose frame says that it is coded without loss. */
async function losslessFrame(drawn: Buffer): Promise<Buffer> {
  const file = await jpegOf(drawn);
  file[file.indexOf(Buffer.of(0xff, 0xc0)) + 1] = 0xc3;
  return file;
}

const alphaBit = 0x10;

/** A lossless WebP with alpha, of which its header does not tell. */
async function webpWithoutBit(drawn: Buffer): Promise<Buffer> {
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
  const samples = interleaved([...(await planesOf(drawn)), alpha]);
  const file = await sharp(samples, { raw }).webp({ lossless: true, exact: true }).toBuffer();
  if (file.toString('latin1', 12, 16) !== 'VP8L') throw new Error('The WebP is no plain lossless one');
  file[24] &= ~alphaBit;
  return file;
}

/** The same in a container that tells of alpha. */
async function webpWithFlag(drawn: Buffer): Promise<Buffer> {
  const file = await webpWithoutBit(drawn);
  const extended = Buffer.concat([Buffer.from('VP8X'), Buffer.of(10, 0, 0, 0, alphaBit, 0, 0, 0), Buffer.alloc(6)]);
  extended.writeUIntLE(widthPx - 1, 12, 3);
  extended.writeUIntLE(heightPx - 1, 15, 3);
  const whole = Buffer.concat([file.subarray(0, 12), extended, file.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

export const made: readonly Made[] = [
  {
    file: 'a TIFF with alpha and a selection',
    right: withAlpha(exact),
    make: async (drawn) => tiffOf([...(await planesOf(drawn)), alpha, selection], extras(2, 0)),
  },
  {
    file: 'a TIFF with alpha and a selection, in planes',
    right: withAlpha(exact),
    make: async (drawn) => {
      const planes = [...(await planesOf(drawn)), alpha, selection];
      const fields: MadeField[] = [[284, 3, [2]], extras(2, 0)];
      const page = rgbPage(widthPx, heightPx, new Uint8Array(0), { samplesPerPixel: 5, fields });
      return makeTiff([{ ...page, chunks: planes }]);
    },
  },
  {
    file: 'a TIFF with alpha and two selections',
    right: withAlpha(exact),
    make: async (drawn) => tiffOf([...(await planesOf(drawn)), alpha, selection, selection], extras(2, 0, 0)),
  },
  {
    file: 'a TIFF of inks with alpha and a spot colour',
    // Without a profile the conversion is a matter of taste: the mean is held.
    right: withAlpha({ mean: 40, squares: 255 }),
    make: async (drawn) => tiffOf([...inkOf(await planesOf(drawn)), alpha, selection], [262, 3, [5]], extras(2, 0)),
  },
  {
    file: 'a TIFF with alpha alone',
    right: withAlpha(exact),
    make: async (drawn) => tiffOf([...(await planesOf(drawn)), alpha], extras(2)),
  },
  {
    file: 'a TIFF of floats that were multiplied by alpha',
    right: withAlpha(rounded),
    make: (drawn) => floats(drawn, true),
  },
  {
    file: 'a TIFF of floats with alpha',
    right: withAlpha(rounded),
    make: (drawn) => floats(drawn, false),
  },
  {
    file: 'a TIFF of three samples that does not say what they are',
    right: picture(exact),
    make: async (drawn) => makeTiff([without(rgbPage(widthPx, heightPx, await rgbOf(drawn)), 262)]),
  },
  {
    file: 'a TIFF of one sample that does not say what it is',
    right: picture(exact, { shown: as(greenAsGrey) }),
    make: async (drawn) => {
      const [, green] = await planesOf(drawn);
      return makeTiff([without(rgbPage(widthPx, heightPx, green, { samplesPerPixel: 1 }), 262)]);
    },
  },
  {
    file: 'a TIFF with lossless JPEG inside',
    right: { status: 422, words: 'holds lossless or arithmetic JPEG' },
    make: async (drawn) => {
      const fields: MadeField[] = [
        [259, 3, [7]],
        [262, 3, [6]],
      ];
      return makeTiff([rgbPage(widthPx, heightPx, await losslessFrame(drawn), { fields })]);
    },
  },
  {
    file: 'a JPEG with Exif that ends after its first entry',
    right: turned(jpeg, 90),
    make: (drawn) => jpegWith(drawn, endsEarly),
  },
  {
    file: 'a JPEG with Exif that ends before it names another directory',
    right: turned(jpeg, 90),
    make: (drawn) => jpegWith(drawn, exif(6).subarray(0, entriesAt + entryBytes)),
  },
  {
    file: 'a JPEG with Exif that ends while it names another directory',
    right: turned(jpeg, 90),
    make: (drawn) => jpegWith(drawn, exif(6, 3).subarray(0, entriesAt + 2 * entryBytes + 2)),
  },
  {
    file: 'a PNG with Exif that ends after its first entry',
    right: turned(exact, 90),
    make: async (drawn) => {
      const file = await sharp(drawn).removeAlpha().png().toBuffer();
      return Buffer.concat([file.subarray(0, 33), chunk('eXIf', endsEarly), file.subarray(33)]);
    },
  },
  ...[
    [1, 1, 1],
    [1, 2, 2],
  ].map(
    (ids): Made => ({
      file: `a JPEG of components ${ids.join(', ')}`,
      right: picture(jpeg),
      make: (drawn) => jpegOfIds(drawn, ids),
    }),
  ),
  { file: 'a WebP whose header does not tell of alpha', right: withAlpha(exact), make: webpWithoutBit },
  { file: 'a WebP whose container alone tells of alpha', right: withAlpha(exact), make: webpWithFlag },
];
