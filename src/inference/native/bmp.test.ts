/** BMP files of every kind, against what another decoder made of them. */
import { describe, expect, it } from 'vitest';
import { packRle, packRows, writeBmp } from '../../../test/fixtures/pictures/make/bmp.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { difference, fixture, openFile, openRaw, report } from './testing/fixture.ts';

type Fields = Parameters<typeof writeBmp>[0];

const black = [0, 0, 0];
const red = [255, 0, 0];
const blue = [0, 0, 255];

function write(fields: Partial<Fields> & Pick<Fields, 'data'>): Uint8Array {
  const base = { widthPx: 3, heightPx: 2, bits: 8, compression: 0, header: 40, palette: [black, red, blue] } as const;
  return new Uint8Array(writeBmp({ ...base, ...fields }));
}

async function colours(file: Uint8Array): Promise<string[]> {
  const { samples, channels } = await openRaw(file);
  return Array.from({ length: samples.length / channels }, (_, pixel) =>
    Buffer.from(samples.subarray(pixel * channels, (pixel + 1) * channels)).toString('hex'),
  );
}

describe('rows', () => {
  it('run from the bottom up', async () => {
    const data = packRows([0, 1, 2, 2, 1, 0], 3, 8);
    expect(await colours(write({ data }))).toEqual(['000000', 'ff0000', '0000ff', '0000ff', 'ff0000', '000000']);
  });

  it('run from the top down where the height is negative', async () => {
    const data = packRows([0, 1, 2, 2, 1, 0], 3, 8, true);
    expect((await colours(write({ data, topDown: true })))[1]).toBe('ff0000');
  });

  it('start where the file says, not behind the palette', async () => {
    const data = packRows([1, 1, 1, 1, 1, 1], 3, 8);
    expect(await colours(write({ data, gap: 12 }))).toEqual(Array(6).fill('ff0000'));
  });

  it.each([1, 2, 4, 8])('of %i bits pack several pixels into a byte', async (bits) => {
    const data = packRows([0, 1, 1, 1, 0, 1], 3, bits);
    const file = write({ data, bits, palette: [black, red] });
    expect(await colours(file)).toEqual(['000000', 'ff0000', 'ff0000', 'ff0000', '000000', 'ff0000']);
  });
});

/** The same file with a header of OS/2 2.x of so many bytes, which says less, or as much and then zeros. */
function withOs2Header(file: Uint8Array, headerBytes: number): Uint8Array {
  const old = Buffer.from(file);
  const header = Buffer.alloc(headerBytes);
  old.copy(header, 0, 14, 14 + Math.min(40, headerBytes));
  header.writeUInt32LE(headerBytes);
  const whole = Buffer.concat([old.subarray(0, 14), header, old.subarray(54)]);
  whole.writeUInt32LE(old.readUInt32LE(10) + headerBytes - 40, 10);
  return whole;
}

describe('headers of OS/2 2.x', () => {
  it.each([16, 20, 24, 28, 32, 36, 42, 44, 46, 48, 60, 64])('of %i bytes', async (headerBytes) => {
    const palette = [...Array.from({ length: 254 }, () => black), red, blue];
    const indices = write({ data: packRows([253, 254, 255, 255, 254, 253], 3, 8), palette });
    expect(await colours(withOs2Header(indices, headerBytes))).toEqual(await colours(indices));
    const deep = write({ data: packRows([0x112233, 0x445566, 0x778899, 1, 2, 3], 3, 24), bits: 24, palette: [] });
    expect(await colours(withOs2Header(deep, headerBytes))).toEqual(await colours(deep));
  });

  it('say nothing of bit fields', async () => {
    const file = write({ data: packRows([0, 0, 0, 0, 0, 0], 3, 32), bits: 32, compression: 3, palette: [] });
    await expect(openRaw(withOs2Header(file, 48))).rejects.toThrow('compressed in a rare way');
  });

  it.each([13, 14, 17, 50, 68])('are no picture with %i bytes', async (headerBytes) => {
    const file = write({ data: packRows([0, 0, 0, 0, 0, 0], 3, 8) });
    file[14] = headerBytes;
    await expect(async () => openRaw(file)).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('as it is reported', async () => {
    const raw = await openRaw(report('bmp-os2v2-16.bmp'));
    expect(raw).toMatchObject({ widthPx: 160, heightPx: 120, channels: 3 });
    const same = difference(raw, await openRaw(report('v.png')));
    expect(same.colour).toBe(0);
  });
});

describe('alpha', () => {
  const pixels = packRows([0x80112233, 0x00445566, 0xff778899, 0, 0, 0], 3, 32);

  it('counts where a mask declares it', async () => {
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const file = write({ data: pixels, bits: 32, compression: 3, header: 124, masks, palette: [] });
    expect((await colours(file)).slice(0, 3)).toEqual(['11223380', '44556600', '778899ff']);
  });

  it('is padding without one', async () => {
    expect((await colours(write({ data: pixels, bits: 32, palette: [] }))).slice(0, 3)).toEqual([
      '112233',
      '445566',
      '778899',
    ]);
  });
});

describe('run lengths', () => {
  it('may run past the end of a line', async () => {
    const data = Buffer.from([9, 1, 0, 0, 9, 2, 0, 1]);
    const file = write({ data, compression: 1 });
    expect(await colours(file)).toEqual([...Array(3).fill('0000ff'), ...Array(3).fill('ff0000')]);
  });

  it.each([
    ['literal', packRle([0, 1, 2, 2, 1, 0], 3, 8).subarray(0, -4)],
    ['run', Buffer.from([3, 1, 0, 0, 3, 2])],
  ])('need no end of bitmap after the last %s', async (_, data) => {
    expect(await colours(write({ data, compression: 1 }))).toHaveLength(6);
  });
});

it('keeps an embedded RGB profile', async () => {
  const profile = new Uint8Array(132);
  profile.set(new TextEncoder().encode('RGB '), 16);
  profile.set(new TextEncoder().encode('acsp'), 36);
  const data = packRows([0, 0, 0, 0, 0, 0], 3, 24);
  const file = write({ data: Buffer.concat([data, profile]), bits: 24, header: 124, palette: [] });
  const view = new DataView(file.buffer);
  view.setUint32(14 + 56, 0x4d424544, true);
  view.setUint32(14 + 112, file.length - 132 - 14, true);
  view.setUint32(14 + 116, 132, true);
  expect((await openFile(file)).icc).toEqual(profile);
});

describe('refuses', () => {
  const refusal = async (file: Uint8Array): Promise<string> => {
    const fault: unknown = await openRaw(file).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(ImageFault);
    return (fault as ImageFault).message;
  };

  it('a file without its last row', async () => {
    const data = packRows([0, 1, 2, 2, 1, 0], 3, 8);
    expect(await refusal(write({ data: data.subarray(0, 3) }))).toContain('ends before its last pixel');
  });

  it('run lengths that end early', async () => {
    const data = packRle([0, 1, 2, 2, 1, 0], 3, 8);
    expect(await refusal(write({ data: data.subarray(0, 6), compression: 1 }))).toContain('leaves pixels out');
  });

  it.each([
    // One red pixel, then one to the right and one line up; there a blue one.
    ['pass over pixels', [1, 1, 0, 2, 1, 1, 1, 2, 0, 1]],
    ['end a line early', [3, 1, 0, 0, 2, 2, 0, 0, 0, 1]],
    ['end the bitmap early', [3, 1, 0, 1]],
    ['are one end of bitmap', [0, 1]],
  ])('run lengths that %s', async (_, codes) => {
    expect(await refusal(write({ data: Buffer.from(codes), compression: 1 }))).toContain('leaves pixels out');
  });

  it('colours that the palette lacks', async () => {
    expect(await refusal(write({ data: packRows([0, 1, 2, 3, 1, 0], 3, 8) }))).toContain('palette');
  });

  it('embedded JPEG and PNG, and OS/2 fax', async () => {
    const file = write({ data: Buffer.alloc(24), bits: 24, palette: [] });
    file[30] = 4;
    expect(await refusal(file)).toContain('please save it as PNG');
  });

  it('a file that ends in its header', async () => {
    expect(await refusal(fixture('bmp-32-v5.bmp').slice(0, 60))).toContain('header');
  });
});
