/** WebP files with damaged ends, before the decoders of both lanes: one verdict, and the same pixels. */
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { accidents, suffer } from '../../../test/accidents.ts';
import { common } from '../../../test/both-lanes.ts';
import { defaultLimits } from '../../contract/limits.ts';
import { ByteReader } from '../pipeline/picture/bytes.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { webpChunks } from '../pipeline/picture/webp-chunks.ts';
import { probe } from '../pipeline/probe/probe.ts';
import { createEdgePictures } from './pictures.ts';

const drawn = sharp(fileURLToPath(new URL('../../../test/fixtures/photos/grace_hopper.jpg', import.meta.url))).resize(
  41,
  31,
  { fit: 'fill' },
);
const webpFiles = Promise.all([
  drawn.clone().webp().toBuffer(),
  drawn.clone().webp({ lossless: true }).toBuffer(),
  drawn.clone().ensureAlpha(0.5).webp().toBuffer(),
  drawn.clone().withMetadata({ orientation: 1 }).webp().toBuffer(),
  drawn.clone().ensureAlpha(0.5).withMetadata({ orientation: 1 }).webp().toBuffer(),
  drawn.clone().withIccProfile('p3').withMetadata({ orientation: 1 }).webp({ lossless: true }).toBuffer(),
]);

it('whatever happens to an end, both lanes judge alike', async () => {
  const files = await webpFiles;
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.nat(files.length - 1),
      accidents(40),
      fc.integer({ min: -300, max: 300 }),
      async (index, accident, off) => {
        const damaged = suffer(files[index], accident);
        // Half of the containers state a length of their own.
        if (off % 2 === 0 && damaged.length > 8) damaged.writeUInt32LE(Math.max(0, damaged.readUInt32LE(4) + off), 4);
        if ((await common(damaged)) !== 'refused') whole++;
      },
    ),
    { numRuns: 200, seed: 9 },
  );
  expect(whole).toBeGreaterThan(20);
  expect(whole).toBeLessThan(180);
});

it('whatever happens to a lossy picture, both lanes judge alike', async () => {
  const files = (await webpFiles).filter((file) => file.includes('VP8 '));
  const count = { whole: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.nat(files.length - 1), accidents(1200), async (index, accident) => {
      const damaged = suffer(files[index], accident);
      count[(await common(damaged)) === 'refused' ? 'refused' : 'whole']++;
    }),
    { numRuns: 400, seed: 47 },
  );
  for (const each of Object.values(count)) expect(each).toBeGreaterThan(20);
});

describe('alpha of a lossless picture', () => {
  const opaque = drawn.clone().webp({ lossless: true }).toBuffer();
  const clear = drawn.clone().ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
  /** The picture's chunk, whose header has the alpha bit set or not. */
  const chunkOf = async (bit: boolean): Promise<Buffer> => {
    const chunk = Buffer.from((await clear).subarray(12));
    expect(chunk.toString('latin1', 0, 4)).toBe('VP8L');
    chunk[12] = (chunk[12] & ~0x10) | (bit ? 0x10 : 0);
    return chunk;
  };
  /** A file with VP8X, which says that there is alpha or that there is none, or without it. */
  const fileOf = (chunk: Buffer, declared: boolean | null): Buffer => {
    const extended = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
    extended[8] = declared ? 0x10 : 0;
    extended.writeUIntLE(40, 12, 3);
    extended.writeUIntLE(30, 15, 3);
    const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...(declared === null ? [] : [extended]), chunk]);
    file.writeUInt32LE(file.length - 8, 4);
    return file;
  };

  it.each([true, false])('counts without VP8X, whatever the alpha bit, here %s', async (bit) => {
    expect(await common(fileOf(await chunkOf(bit), null))).toBe(await common(await clear));
    expect(await common(await clear)).not.toBe(await common(await opaque));
  });

  it.each([true, false])('counts with VP8X where that says so, whatever the alpha bit, here %s', async (bit) => {
    expect(await common(fileOf(await chunkOf(bit), true))).toBe(await common(await clear));
    expect(await common(fileOf(await chunkOf(bit), false))).toBe(await common(await opaque));
  });
});

describe('a picture that is decoded anew in each reading', () => {
  const large = drawn.clone().resize(4000, 2200, { fit: 'fill' }).webp({ effort: 0, quality: 30 }).toBuffer();
  const open = (file: Uint8Array) => createEdgePictures(defaultLimits).open(file, probe(file));
  /** Its last codes are missing, and nothing says so before they are read. */
  const cutInside = async () => {
    const file = await large;
    const cut = Buffer.from(file.subarray(0, file.length - 2000 - (file.length & 1)));
    cut.writeUInt32LE(cut.length - 8, 4);
    cut.writeUInt32LE(cut.length - 20, 16);
    return cut;
  };

  it('is that of libvips, in readings side by side too', async () => {
    const file = await large;
    expect(await common(file)).toMatch(/^4000x2200 /);
    const picture = await open(file);
    expect([picture.channels, picture.complete]).toEqual([3, expect.any(Function)]);
    const [one, other] = [picture.rows(), picture.rows()];
    one.skip(1000);
    other.skip(999);
    const row = Buffer.from(one.next(1));
    expect(row.equals(other.next(2).subarray(row.length))).toBe(true);
    await picture.complete?.();
    picture.close();
    expect(() => picture.rows()).toThrow('closed');
  });

  it('is refused when it is read to its bottom, or completed, where codes are missing', async () => {
    const file = await cutInside();
    expect(await common(file)).toBe('refused');
    const picture = await open(file);
    picture.rows().next(1);
    await expect(picture.complete?.()).rejects.toThrow(ImageFault);
    picture.close();
  });
});

it.each([0, 1, 2, 3, 4, 5])(
  '%#: is whole without what follows its picture, and refused without its last byte',
  async (index) => {
    const file = Buffer.from((await webpFiles)[index]);
    const whole = await common(file);
    expect(whole).toMatch(/^41x31 /);
    const picture = [...webpChunks(new ByteReader(file))].find(({ type }) => /^VP8[ L]$/.test(type));
    const end = picture?.end ?? 0;
    for (const length of [end, end + 1, end + 7, end + 8, file.length - 1]) {
      if (length >= end) expect(await common(file.subarray(0, length))).toBe(whole);
    }
    expect(await common(file.subarray(0, end - 1))).toBe('refused');
    for (const stated of [0, 100, end - 9, file.length, 2 ** 31]) {
      const other = Buffer.from(file);
      other.writeUInt32LE(stated, 4);
      expect(await common(other)).toBe(whole);
    }
  },
);
