import { describe, expect, it } from 'vitest';
import { headersOf, jsonOf, outcomeWith } from '../testing/outcome.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { matte, matteBase64 } from './matte.ts';

const both = [
  ['multipart', matte.read],
  ['JSON', matteBase64.read],
] as const;

describe.each(both)('options of a matte, %s', (_encoding, read) => {
  const parse = (values: Record<string, unknown>) => read(new Map(Object.entries(values)));

  it('default to the image type', () => {
    expect(parse({})).toEqual({ kind: 'matte', imageType: true, refine: true });
  });

  it('leave the image type out', () => {
    expect(parse({ include_image_type: 'off' })).toEqual({ kind: 'matte', imageType: false, refine: true });
  });

  it('have no edge colours', () => {
    expect(parse({ edge_colors: 'clean' })).toEqual(parse({}));
  });

  it('refuse what spells no boolean', () => {
    expect(refusedItem(() => parse({ include_image_type: 'maybe' }))).toEqual({
      loc: ['body', 'include_image_type'],
      msg: "Expected true or false for include_image_type but received 'maybe'",
      type: 'bool_parsing',
    });
  });
});

describe('options of a matte, JSON types', () => {
  const parse = (value: unknown) => matteBase64.read(new Map([['include_image_type', value]]));

  it.each([
    [null, true],
    [true, true],
    [false, false],
    [1, true],
    [0, false],
  ])('take %s as %s', (value, imageType) => {
    expect(parse(value)).toEqual({ kind: 'matte', imageType, refine: true });
  });

  it.each([2, -1, [], { a: 1 }])('refuse %j', (value) => {
    expect(refusedItem(() => parse(value))).toMatchObject({ loc: ['body', 'include_image_type'], type: 'bool_type' });
  });
});

describe('the answer of a matte', () => {
  const task = matte.read(new Map());
  const known = outcomeWith({ imageType: { photo: 1, graphic: 0 } });

  it('states sizes and image type in headers', () => {
    expect(headersOf(matte.answer.headers, known, task)).toEqual({
      'X-Input-Dimensions': '6000,10',
      'X-Processed-Dimensions': '5000,8',
      'X-Was-Downscaled': 'true',
      'X-Image-Type-Photo': '1.0000',
      'X-Image-Type-Graphic': '0.0000',
    });
  });

  it('holds the matte in alpha_base64, and what is known beside it', () => {
    const { files, members } = matteBase64.answer;
    expect(Object.keys(files)).toEqual(['alpha_base64']);
    expect(files.alpha_base64.of(known)).toBe(known.encoded);
    expect(jsonOf(members, known, task)).toEqual({
      input_dimensions: [6000, 10],
      processed_dimensions: [5000, 8],
      was_downscaled: true,
      image_type: { photo: 1, graphic: 0 },
      uncertainty: 0.021,
      needs_review: false,
    });
  });
});
