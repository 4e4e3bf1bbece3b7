/** The first frame of GIF files, and damage to them. */
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { checkSize } from '../../pixels/pipeline/picture/size.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { expandLzw } from './gif-lzw.ts';
import { difference, openRaw, report } from './testing/fixture.ts';

interface GifFields {
  readonly canvas?: readonly [width: number, height: number];
  readonly frame?: readonly [left: number, top: number, width: number, height: number];
  readonly transparent?: number;
  readonly local?: readonly number[];
  readonly interlaced?: boolean;
  readonly indices: readonly number[];
  readonly tail?: readonly number[];
}

const global = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255];

/** Two-bit indices, each as a code of three bits with a clear before it, so that the table never grows. */
function lzw(indices: readonly number[]): number[] {
  const codes = [...indices.flatMap((index) => [4, index]), 5];
  const bytes: number[] = [];
  codes.forEach((code, position) => {
    for (let bit = 0; bit < 3; bit++) {
      const at = position * 3 + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7));
    }
  });
  return bytes;
}

function gif({ canvas = [2, 2], frame = [0, 0, 2, 2], transparent, local, interlaced, indices, tail }: GifFields) {
  const word = (value: number) => [value & 255, value >> 8];
  const control = transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0];
  const data = lzw(indices);
  return Uint8Array.from([
    ...new TextEncoder().encode('GIF89a'),
    ...canvas.flatMap(word),
    0x81,
    1,
    0,
    ...global,
    0x21,
    0xfe,
    2,
    0x68,
    0x69,
    0,
    ...control,
    0x2c,
    ...frame.flatMap(word),
    (local ? 0x81 : 0) | (interlaced ? 0x40 : 0),
    ...(local ?? []),
    2,
    data.length,
    ...data,
    0,
    ...(tail ?? [0x3b]),
  ]);
}

const hex = async (file: Uint8Array) => {
  const { samples, channels } = await openRaw(file);
  const text = Buffer.from(samples).toString('hex');
  return text.match(new RegExp(`.{${channels * 2}}`, 'g'));
};

it('is opaque where the frame covers the canvas', async () => {
  expect(await hex(gif({ indices: [0, 1, 2, 3] }))).toEqual(['000000', 'ff0000', '00ff00', '0000ff']);
});

it('is transparent where the frame does not reach, whatever the background colour', async () => {
  const file = gif({ canvas: [2, 2], frame: [1, 1, 1, 1], indices: [1] });
  expect(await hex(file)).toEqual(['00000000', '00000000', '00000000', 'ff0000ff']);
});

it('is transparent where an index says so', async () => {
  expect(await hex(gif({ transparent: 2, indices: [0, 1, 2, 3] }))).toEqual([
    '000000ff',
    'ff0000ff',
    '00000000',
    '0000ffff',
  ]);
});

it('prefers the frame’s own colours', async () => {
  const local = [9, 9, 9, 8, 8, 8, 7, 7, 7, 6, 6, 6];
  expect(await hex(gif({ local, indices: [0, 1, 2, 3] }))).toEqual(['090909', '080808', '070707', '060606']);
});

it('puts interlaced rows in order', async () => {
  const file = gif({ canvas: [1, 6], frame: [0, 0, 1, 6], interlaced: true, indices: [0, 1, 2, 3, 3, 3] });
  // Rows come as 0, 4, 2, 1, 3, 5.
  expect(await hex(file)).toEqual(['000000', '0000ff', '00ff00', '0000ff', 'ff0000', '0000ff']);
});

describe('the canvas covers the screen and the frame at its place', () => {
  const transparent = '00000000';
  const pixels = ['ff0000', '00ff00', '0000ff', '000000'];
  const opaque = pixels.map((colour) => `${colour}ff`);

  it.each([
    ['a screen of nothing', [0, 0], [0, 0, 2, 2], '2x2', pixels],
    ['a screen without width', [0, 2], [0, 0, 2, 2], '2x2', pixels],
    ['a smaller screen', [1, 1], [0, 0, 2, 2], '2x2', pixels],
    [
      'a screen of nothing, and an offset',
      [0, 0],
      [1, 0, 2, 2],
      '3x2',
      [transparent, ...opaque.slice(0, 2), transparent, ...opaque.slice(2)],
    ],
    [
      'a frame beyond the screen',
      [1, 1],
      [1, 1, 4, 1],
      '5x2',
      [...Array.from({ length: 6 }, () => transparent), ...opaque],
    ],
    ['a larger screen', [2, 3], [0, 0, 2, 2], '2x3', [...opaque, transparent, transparent]],
  ] as const)('%s', async (_what, canvas, frame, size, expected) => {
    const file = gif({ canvas, frame, indices: [1, 2, 3, 0] });
    const { widthPx, heightPx } = await openRaw(file);
    expect(`${widthPx}x${heightPx}`).toBe(size);
    expect(await hex(file)).toEqual(expected);
  });

  it.each(['gif-lsd-0x0.gif', 'gif-lsd-0xh.gif', 'gif-lsd-smaller.gif'])(
    '%s is the picture of a screen that fits',
    async (name) => {
      const raw = await openRaw(report(name));
      expect(difference(raw, await openRaw(report('gif-no-trailer.gif')))).toMatchObject({
        size: '160x120',
        colour: 0,
      });
    },
  );

  it('and is judged from the header', () => {
    const file = gif({ canvas: [0, 0], frame: [65_534, 65_534, 1, 1], indices: [0] });
    const header = probe(file);
    expect([header.widthPx, header.heightPx]).toEqual([65_535, 65_535]);
    expect(() => checkSize(header, file.length, defaultLimits)).toThrow(
      'The image is 65535x65535 pixels; the limit is',
    );
  });
});

it('may be coded with wider codes than its colours need', () => {
  // Clear, 5, 6, end, of 12 bits each, low bits first.
  const data = Uint8Array.of(0x00, 0x58, 0x00, 0x06, 0x10, 0x80);
  const values: number[] = [];
  expect(expandLzw(data, 11, 9, (value) => values.push(value))).toBe(2);
  expect(values).toEqual([5, 6]);
});

it('reads nothing after the first frame', async () => {
  expect(await hex(gif({ indices: [0, 1, 2, 3], tail: [0x2c, 1, 2] }))).toHaveLength(4);
});

describe('refuses', () => {
  it.each([
    ['too few pixels', gif({ indices: [0, 1, 2] }), 'ends before its last pixel'],
    ['colours that the table lacks', gif({ local: [1, 1, 1, 2, 2, 2], indices: [0, 1, 2, 3] }), ''],
    ['a file without a picture', Uint8Array.from([...gif({ indices: [0] }).slice(0, 25), 0x3b]), 'no picture'],
    ['a file that ends in its header', gif({ indices: [0, 1, 2, 3] }).slice(0, 30), 'header'],
  ])('%s', async (_, file, message) => {
    const fault: unknown = await openRaw(file).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(ImageFault);
    expect((fault as ImageFault).message).toContain(message);
  });
});
