/** Samples beyond colours and alpha: selections, spot colours and masks, which are not shown. */
import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { type MadeField, type MadeKind, makeTiff, noise } from '../../../test/tiff.ts';
import { ImageFault } from '../../pixels/pipeline/picture/fault.ts';
import { difference, openRaw } from './testing/fixture.ts';

const [width, height] = [23, 14];
const area = width * height;

/** What a page is made of. */
interface Made {
  readonly meaning: number;
  readonly colours: number;
  /** Values of ExtraSamples. */
  readonly extras: readonly number[];
  readonly bits: 8 | 16;
  readonly kind?: MadeKind;
  readonly isPlanar?: boolean;
  readonly fields?: readonly MadeField[];
}

/** One sample of each pixel: that of the same place is the same in every file. Alpha has its extremes as well. */
function plane(place: string): Uint16Array {
  const seed = [...place].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  const bytes = noise(area * 2 + seed).subarray(seed);
  return Uint16Array.from({ length: area }, (_, at) => {
    const value = (bytes[at * 2] << 8) | bytes[at * 2 + 1];
    return place === 'alpha' && at % 3 !== 1 ? (at % 3 === 0 ? 0xffff : 0) : value;
  });
}

function made({ meaning, colours, extras, bits, kind = {}, isPlanar = false, fields = [] }: Made): Uint8Array {
  const alpha = extras.findIndex((extra) => extra !== 0);
  const planes = [
    ...Array.from({ length: colours }, (_, colour) => plane(`colour ${colour}`)),
    ...extras.map((_, at) => plane(at === alpha ? 'alpha' : `further ${at}`)),
  ];
  const put = (values: readonly number[]): Uint8Array => {
    if (bits === 8) return Uint8Array.from(values, (value) => value >> 8);
    const view = new DataView(new ArrayBuffer(values.length * 2));
    for (const [at, value] of values.entries()) view.setUint16(at * 2, value, kind.littleEndian ?? true);
    return new Uint8Array(view.buffer);
  };
  const interleaved = Array.from({ length: area }, (_, pixel) => planes.map((samples) => samples[pixel])).flat();
  const count = planes.length;
  const page: MadeField[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array<number>(count).fill(bits)],
    [259, 3, [1]],
    [262, 3, [meaning]],
    [277, 3, [count]],
    [278, 4, [height]],
    ...(isPlanar ? [[284, 3, [2]] satisfies MadeField] : []),
    ...(extras.length > 0 ? [[338, 3, extras] satisfies MadeField] : []),
    ...fields,
  ];
  return makeTiff(
    [{ fields: page, chunks: isPlanar ? planes.map((each) => put([...each])) : [put(interleaved)] }],
    kind,
  );
}

const rgb = { meaning: 2, colours: 3, bits: 8 } as const;
const meanings = [
  ['RGB', { meaning: 2, colours: 3 }],
  ['grey', { meaning: 1, colours: 1 }],
  ['grey, white at 0', { meaning: 0, colours: 1 }],
  ['CMYK', { meaning: 5, colours: 4 }],
  ['L*a*b*', { meaning: 8, colours: 3 }],
] as const;
const ways = [
  ['interleaved', {}],
  ['interleaved, big-endian', { kind: { littleEndian: false } }],
  ['BigTIFF', { kind: { big: true } }],
  ['in planes', { isPlanar: true }],
] as const;

describe.each(ways)('%s', (_way, way) => {
  describe.each(meanings)('%s', (_meaning, meaning) => {
    test.each([8, 16] as const)('of %i bits is the picture without what is further', async (bits) => {
      const all = { ...meaning, ...way, bits };
      const withAlpha = await openRaw(made({ ...all, extras: [2] }));
      expect(withAlpha.channels).toBe(4);
      expect([...withAlpha.samples.filter((_, at) => at % 4 === 3)]).toEqual([...plane('alpha')].map((it) => it >> 8));
      for (const extras of [
        [2, 0],
        [0, 2],
        [2, 0, 0],
        [0, 0, 2, 0],
        [2, 2],
      ]) {
        expect(await openRaw(made({ ...all, extras })), `${extras}`).toEqual(withAlpha);
      }
      const opaque = await openRaw(made({ ...all, extras: [] }));
      expect(opaque.channels).toBe(3);
      for (const extras of [[0], [0, 0], [0, 0, 0]]) {
        const found = await openRaw(made({ ...all, extras }));
        // Colours of 16 bits that are converted lose their low byte before that where there is more to choose from.
        expect([found.channels, difference(found, opaque).mean < 1], `${extras}`).toEqual([3, true]);
        if (meaning.colours === 1 || meaning.meaning === 2) expect(found, `${extras}`).toEqual(opaque);
      }
    });
  });
});

test('colours and alpha are those that libvips reads, which shows all samples', async () => {
  const file = made({ ...rgb, extras: [2, 0, 0] });
  const { data, info } = await sharp(file, { limitInputChannels: 6 }).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(6);
  const { samples } = await openRaw(file);
  expect([...samples]).toEqual([...data].filter((_, at) => at % 6 < 4));
});

describe('colours that were multiplied by alpha', () => {
  /** What the colours are once they are divided, where alpha is neither 0 nor 255. */
  const divided = (place: string) => {
    const [colours, alphas] = [plane(place), plane('alpha')];
    return Array.from(colours, (value, at) => Math.min(255, ((value >> 8) * 255) / (alphas[at] >> 8)));
  };

  test.each([
    ['alone', [1]],
    ['before a selection', [1, 0]],
    ['behind one', [0, 1]],
  ])('are divided by it, %s', async (_what, extras) => {
    for (const way of [{}, { isPlanar: true }]) {
      const { samples, channels } = await openRaw(made({ ...rgb, ...way, extras }));
      expect(channels).toBe(4);
      for (let colour = 0; colour < 3; colour++) {
        const wanted = divided(`colour ${colour}`);
        for (let at = 1; at < area; at += 3) {
          expect(Math.abs(samples[at * 4 + colour] - wanted[at])).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});

test('many further samples are none', async () => {
  const { samples, channels } = await openRaw(made({ ...rgb, extras: [2, ...Array<number>(40).fill(0)] }));
  expect([channels, samples]).toEqual([4, (await openRaw(made({ ...rgb, extras: [2] }))).samples]);
});

it.each<[string, MadeField[]]>([
  ['of 32 bits', [[258, 3, [32, 32, 32, 32, 32]]]],
  ['of 4 bits', [[258, 3, [4, 4, 4, 4, 4]]]],
  ['with a sign', [[339, 3, [2, 2, 2, 2, 2]]]],
  ['of brightness and chroma', [[262, 3, [6]]]],
])('%s are refused by name', async (_what, fields) => {
  const bytes = noise(area * 20);
  const page: MadeField[] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array<number>(5).fill(16)],
    [259, 3, [1]],
    [262, 3, [2]],
    [277, 3, [5]],
    [278, 4, [height]],
    [338, 3, [2, 0]],
  ];
  const kept = page.filter(([id]) => !fields.some((field) => field[0] === id));
  const fault: unknown = await openRaw(makeTiff([{ fields: [...kept, ...fields], chunks: [bytes] }])).catch(
    (cause: unknown) => cause,
  );
  expect(fault).toBeInstanceOf(ImageFault);
  expect((fault as ImageFault).message).toMatch(/samples.*; please save it with(out extra channels| 8 or 16)/);
});
