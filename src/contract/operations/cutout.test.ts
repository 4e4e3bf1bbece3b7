import { describe, expect, it } from 'vitest';
import { headersOf, jsonOf, outcomeWith } from '../testing/outcome.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { cutout, cutoutBase64 } from './cutout.ts';

const both = [
  ['multipart', cutout.read],
  ['JSON', cutoutBase64.read],
] as const;

describe.each(both)('options of a cutout, %s', (_encoding, read) => {
  const parse = (values: Record<string, unknown>) => read(new Map(Object.entries(values)));

  it('default to the image type and refined edges', () => {
    expect(parse({})).toEqual({ kind: 'cutout', imageType: true, cleanEdges: true, refine: true });
  });

  it('ignore those of other operations', () => {
    expect(parse({ shadow_type: 'soft', colour: 'red' })).toEqual(parse({}));
  });

  it.each([
    [{ include_image_type: 'no' }, { imageType: false, cleanEdges: true }],
    [{ include_image_type: 'TRUE' }, { imageType: true, cleanEdges: true }],
    [{ edge_colors: 'refined' }, { imageType: true, cleanEdges: true }],
    [{ edge_colors: 'original' }, { imageType: true, cleanEdges: false }],
    [
      { edge_colors: 'original', include_image_type: '0' },
      { imageType: false, cleanEdges: false },
    ],
  ])('%j make %j', (values, expected) => {
    expect(parse(values)).toEqual({ kind: 'cutout', refine: true, ...expected });
  });

  it.each(['', ' ', 'maybe', ' true', '2'])('refuse %j as image type', (text) => {
    expect(refusedItem(() => parse({ include_image_type: text }))).toEqual({
      loc: ['body', 'include_image_type'],
      msg: `Expected true or false for include_image_type but received ${text === '' ? 'an empty text' : `'${text}'`}`,
      type: 'bool_parsing',
    });
  });

  it.each(['', 'Refined', 'clean', ' original'])('refuse %j as edge colours', (text) => {
    expect(refusedItem(() => parse({ edge_colors: text }))).toEqual({
      loc: ['body', 'edge_colors'],
      msg: `Expected 'refined' or 'original' for edge_colors but received ${text === '' ? 'an empty text' : `'${text}'`}`,
      type: 'enum',
    });
  });

  it('report the image type first', () => {
    const item = refusedItem(() => parse({ edge_colors: 'clean', include_image_type: 'maybe' }));
    expect(item.loc).toEqual(['body', 'include_image_type']);
  });
});

describe('options of a cutout, JSON types', () => {
  const parse = (values: Record<string, unknown>) => cutoutBase64.read(new Map(Object.entries(values)));

  it('take null as absent', () => {
    expect(parse({ include_image_type: null, edge_colors: null })).toEqual(parse({}));
  });

  it.each([true, false])('take the boolean %s', (imageType) => {
    expect(parse({ include_image_type: imageType })).toMatchObject({ imageType });
  });

  it.each([
    ['include_image_type', 2, 'bool_type'],
    ['include_image_type', [], 'bool_type'],
    ['include_image_type', { a: 1 }, 'bool_type'],
    ['edge_colors', true, 'enum'],
    ['edge_colors', 1, 'enum'],
    ['edge_colors', ['original'], 'enum'],
  ])('refuse %s of %j as %s', (name, value, type) => {
    expect(refusedItem(() => parse({ [name]: value }))).toMatchObject({ loc: ['body', name], type });
  });
});

describe('the answer of a cutout', () => {
  const asked = cutout.read(new Map());
  const notAsked = cutout.read(new Map([['include_image_type', 'false']]));
  const known = outcomeWith({ imageType: { photo: 0.97314, graphic: 0.02686 } });

  it('states sizes and image type in headers', () => {
    expect(headersOf(cutout.answer.headers, known, asked)).toEqual({
      'X-Input-Dimensions': '6000,10',
      'X-Processed-Dimensions': '5000,8',
      'X-Was-Downscaled': 'true',
      'X-Image-Type-Photo': '0.9731',
      'X-Image-Type-Graphic': '0.0269',
    });
  });

  it('leaves the headers of an unknown image type out', () => {
    expect(headersOf(cutout.answer.headers, outcomeWith(), asked)).toMatchObject({
      'X-Image-Type-Photo': undefined,
      'X-Image-Type-Graphic': undefined,
    });
  });

  it.each([
    ['what it is', asked, known, { image_type: { photo: 0.97314, graphic: 0.02686 } }],
    ['null where it is not known', asked, outcomeWith(), { image_type: null }],
    ['nothing where it was not asked for', notAsked, outcomeWith(), {}],
  ])('states in JSON %s', (_what, task, outcome, expected) => {
    expect(jsonOf(cutoutBase64.answer.members, outcome, task)).toEqual({
      input_dimensions: [6000, 10],
      processed_dimensions: [5000, 8],
      was_downscaled: true,
      uncertainty: 0.021,
      needs_review: false,
      ...expected,
    });
  });

  it('holds the picture in img_without_background_base64', () => {
    const { files } = cutoutBase64.answer;
    expect(Object.keys(files)).toEqual(['img_without_background_base64']);
    expect(files.img_without_background_base64.of(known)).toBe(known.encoded);
  });
});
