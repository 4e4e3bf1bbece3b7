/** Pictures of JPEG files and of a PNG with alpha, decoded in each reading or once, against libvips: no sample differs. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { SharedThread } from '../bounds/shared-thread.ts';
import { ByteReader } from '../pipeline/picture/bytes.ts';
import type { Orientation } from '../pipeline/picture/header.ts';
import type { Picture } from '../pipeline/picture/picture.ts';
import { isPng } from '../pipeline/probe/png.ts';
import { indexJpeg, openJpegRows } from './jpeg-rows/jpeg-rows.ts';
import { openPngRows } from './png-rows/png-rows.ts';
import type { RowDecoder } from './row-decoder.ts';
import { checkRows, keptPicture, streamedPicture, turnedPicture } from './row-picture.ts';

const source = readFileSync(new URL('../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url));
const [widthPx, heightPx] = [203, 131];
const colours = { icc: null };
const options = { eighths: 8, grantedBytes: 4 * 1024 * 1024, maxScans: 100 } as const;
const opener = (file: Uint8Array) => () => (isPng(new ByteReader(file)) ? openPngRows : openJpegRows)(file, options);
/** Columns at a time: the last ones are fewer. */
const stripPx = 64;
const openerByIndex = async (file: Uint8Array) => {
  const index = await indexJpeg(file, options, stripPx);
  return () => openJpegRows(file, options, index);
};

const kinds = { colour: sharp(source), grey: sharp(source).toColourspace('b-w') } as const;
const files: Record<keyof typeof kinds | 'alpha', Buffer> = {
  colour: Buffer.alloc(0),
  grey: Buffer.alloc(0),
  alpha: Buffer.alloc(0),
};
beforeAll(async () => {
  for (const kind of ['colour', 'grey'] as const) {
    files[kind] = await kinds[kind].clone().resize(widthPx, heightPx, { fit: 'fill' }).jpeg().toBuffer();
  }
  files.alpha = await sharp(source).resize(widthPx, heightPx, { fit: 'fill' }).ensureAlpha(0.5).png().toBuffer();
});

/** RGB, or RGBA, as libvips decodes it, turned upright. */
async function upright(file: Buffer, orientation: Orientation): Promise<Buffer> {
  const [degrees, isMirrored] = turnsOf[orientation];
  const decoded = sharp(file, { ignoreIcc: true }).toColourspace('srgb').raw();
  const { data: stored, info: raw } = await decoded.toBuffer({ resolveWithObject: true });
  const mirrored = await sharp(stored, { raw }).flop(isMirrored).raw().toBuffer();
  return sharp(mirrored, { raw }).rotate(degrees).raw().toBuffer();
}

/** EXIF 2.32, tag 274: whether the stored picture is mirrored, and by how many degrees it is then turned. */
const turnsOf: Readonly<Record<Orientation, readonly [degrees: number, isMirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

/** All rows, so many at a time that readings end between two calls. */
function rowsOf(picture: Picture, atOnce = 7): Buffer {
  const rows = picture.rows();
  const all: Buffer[] = [];
  for (let next = rows.next(atOnce); next.length > 0; next = rows.next(atOnce)) all.push(Buffer.from(next));
  return Buffer.concat(all);
}

describe.each([
  ['colour', 3],
  ['grey', 3],
  ['alpha', 4],
] as const)('a file in %s', (kind, channels) => {
  test('is read again and again', async () => {
    const picture = streamedPicture(opener(files[kind]), colours);
    const expected = await upright(files[kind], 1);
    expect([picture.widthPx, picture.heightPx, picture.channels]).toEqual([widthPx, heightPx, channels]);
    for (const atOnce of [1, 7, heightPx, heightPx + 1]) expect(rowsOf(picture, atOnce).equals(expected)).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'is kept upright, stored as orientation %i says',
    async (orientation) => {
      const picture = await keptPicture(opener(files[kind]), orientation, colours);
      const sides = orientation >= 5 ? [heightPx, widthPx] : [widthPx, heightPx];
      expect([picture.widthPx, picture.heightPx]).toEqual(sides);
      const expected = await upright(files[kind], orientation);
      expect(rowsOf(picture).equals(expected)).toBe(true);
      expect(rowsOf(picture).equals(expected)).toBe(true);
    },
  );
});

describe.each([5, 6, 7, 8] as const)(
  'a file that is turned in each reading, stored as orientation %i says',
  (orientation) => {
    test.each(['colour', 'grey'] as const)('in %s', async (kind) => {
      const picture = turnedPicture(await openerByIndex(files[kind]), orientation, stripPx, colours);
      expect([picture.widthPx, picture.heightPx, picture.channels]).toEqual([heightPx, widthPx, 3]);
      const expected = await upright(files[kind], orientation);
      for (const atOnce of [1, 7, 64, 65, widthPx, widthPx + 1]) {
        expect(rowsOf(picture, atOnce).equals(expected)).toBe(true);
      }
    });

    test('readings side by side skip, and decode only the columns that they come to', async () => {
      const windows: number[] = [];
      const open = await openerByIndex(files.colour);
      const watched = () => {
        const decoder = open();
        const window = decoder.window.bind(decoder);
        decoder.window = (part) => {
          windows.push(part.leftPx);
          window(part);
        };
        return decoder;
      };
      const picture = turnedPicture(watched, orientation, stripPx, colours);
      const expected = await upright(files.colour, orientation);
      const stride = heightPx * 3;
      const [one, other] = [picture.rows(), picture.rows()];
      expect(Buffer.from(one.next(2)).equals(expected.subarray(0, 2 * stride))).toBe(true);
      other.skip(150);
      expect(Buffer.from(other.next(1)).equals(expected.subarray(150 * stride, 151 * stride))).toBe(true);
      expect(Buffer.from(one.next(1)).equals(expected.subarray(2 * stride, 3 * stride))).toBe(true);
      expect(windows).toEqual(orientation >= 7 ? [192, 0] : [0, 128]);
      other.skip(1000);
      expect(other.next(1)).toHaveLength(0);
      picture.close();
      expect(() => picture.rows()).toThrow('closed');
    });
  },
);

describe('readings', () => {
  test('side by side are each of their own, and skip', async () => {
    const picture = streamedPicture(opener(files.colour), colours);
    const expected = rowsOf(picture);
    const stride = widthPx * 3;
    const [one, other] = [picture.rows(), picture.rows()];
    expect(Buffer.from(one.next(3)).equals(expected.subarray(0, 3 * stride))).toBe(true);
    other.skip(100);
    expect(Buffer.from(other.next(2)).equals(expected.subarray(100 * stride, 102 * stride))).toBe(true);
    expect(Buffer.from(one.next(1)).equals(expected.subarray(3 * stride, 4 * stride))).toBe(true);
    other.skip(1000);
    expect(other.next(1)).toHaveLength(0);
  });

  test('that have ended give their decoder to the next, and the picture closes them all', () => {
    const opened: RowDecoder[] = [];
    const closed: RowDecoder[] = [];
    const picture = streamedPicture(() => {
      const decoder = opener(files.colour)();
      const close = decoder.close.bind(decoder);
      decoder.close = () => {
        closed.push(decoder);
        close();
      };
      opened.push(decoder);
      return decoder;
    }, colours);
    rowsOf(picture);
    rowsOf(picture);
    expect(opened).toHaveLength(1);
    picture.rows().next(1);
    picture.rows().next(1);
    expect(opened).toHaveLength(2);
    picture.close();
    expect(new Set(closed)).toEqual(new Set(opened));
    expect(() => picture.rows()).toThrow('closed');
  });
});

describe('turns of others', () => {
  const counted = () => {
    const seen = { turns: 0 };
    return { seen, thread: new SharedThread(async () => void seen.turns++) };
  };
  /** 8 megapixels without content, in ten scans where it is progressive. */
  const flat = (progressive: boolean) =>
    sharp({ create: { width: 3200, height: 2500, channels: 3, background: 'teal' } })
      .jpeg({ progressive })
      .toBuffer();
  const large = { ...options, grantedBytes: 64 * 1024 * 1024 };

  test('come while a picture is kept: between bands, and between the scans before them', async () => {
    const [one, ten] = [counted(), counted()];
    const [baseline, progressive] = [await flat(false), await flat(true)];
    const kept = await keptPicture(() => openJpegRows(baseline, large), 1, colours, one.thread);
    const same = await keptPicture(() => openJpegRows(progressive, large), 1, colours, ten.thread);
    expect(one.seen.turns).toBeGreaterThanOrEqual(4);
    expect(ten.seen.turns).toBeGreaterThanOrEqual(one.seen.turns + 2);
    expect(Buffer.from(same.rows().next(2500)).equals(Buffer.from(kept.rows().next(2500)))).toBe(true);
  });

  test('come while rows are checked that no reading came to', async () => {
    const { seen, thread } = counted();
    const file = await flat(false);
    await checkRows(() => openJpegRows(file, large), thread);
    expect(seen.turns).toBeGreaterThanOrEqual(4);
  });

  test('a picture that fails on its way is closed', async () => {
    const file = files.colour;
    let closed = 0;
    const failing = () => {
      const decoder = opener(file)();
      const close = decoder.close.bind(decoder);
      return Object.assign(decoder, {
        readCodes: () => {
          throw new Error('broken');
        },
        close: () => {
          closed++;
          close();
        },
      });
    };
    await expect(keptPicture(failing, 1, colours)).rejects.toThrow('broken');
    expect(closed).toBe(1);
  });
});
