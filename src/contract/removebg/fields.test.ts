import { describe, expect, it } from 'vitest';
import type { Option } from '../options.ts';
import { Refused } from '../refusals.ts';
import { fieldNames, offeredFields, readFields } from './fields.ts';
import { inRemovebgWords } from './refusals.ts';
import { publishedDefaults, type ValueRow, valueRows } from './values.ts';

type Given = Readonly<Record<string, unknown>>;

function wanted(given: Given = {}) {
  return readFields(new Map(Object.entries(given)));
}

function outputOf(given: Given) {
  const { task } = wanted(given);
  return 'output' in task ? task.output : undefined;
}

/** The sentence of the refusal; null where there is none. */
function refused(given: Given): string | null {
  try {
    wanted(given);
    return null;
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    const { body } = inRemovebgWords(cause.refusal, null);
    return 'errors' in body ? body.errors[0].title : '';
  }
}

const white = { red: 255, green: 255, blue: 255, alpha: 255 };
const sky = { red: 129, green: 212, blue: 250, alpha: 255 };

describe('the fields of a call of the remove.bg API', () => {
  it('ask for a small cutout as PNG where nothing is said', () => {
    const { task, reportsType } = wanted();
    expect(task).toMatchObject({ kind: 'cutout', imageType: true, cleanEdges: true });
    expect(outputOf({})).toMatchObject({ format: 'png', background: null, crop: false, mostPixels: 250_000 });
    expect(reportsType).toBe(true);
  });

  it.each([
    ['preview', 250_000],
    ['small', 250_000],
    ['regular', 250_000],
    ['medium', 1_500_000],
    ['hd', 4_000_000],
    ['auto', undefined],
    ['full', undefined],
    ['4k', undefined],
    ['50MP', undefined],
  ])('size %s is at most %s pixels', (size, pixels) => {
    expect(outputOf({ size })?.mostPixels).toBe(pixels);
  });

  it.each(['auto', 'person', 'product', 'animal', 'graphic', 'transportation', 'something else'])(
    'type %s is a cutout',
    (type) => expect(wanted({ type }).task.kind).toBe('cutout'),
  );

  it.each([
    [{}, { windows: true, shadow: false }],
    [{ semitransparency: 'false' }, { windows: false, shadow: false }],
    [{ add_shadow: 'true' }, { windows: true, shadow: true }],
    [{ add_shadow: true }, { windows: true, shadow: true }],
    [{ shadow_type: 'car' }, { windows: true, shadow: true }],
    [{ shadow_type: 'auto' }, { windows: true, shadow: true }],
    [
      { shadow_type: 'none', add_shadow: 'true' },
      { windows: true, shadow: true },
    ],
    [
      { shadow_type: 'car', add_shadow: 'false' },
      { windows: true, shadow: true },
    ],
  ])('type car with %j is a car with %j', (given, expected) => {
    expect(wanted({ type: 'car', ...given }).task).toMatchObject({ kind: 'car-cutout', ...expected });
  });

  it.each<[Given, number]>([
    [{ shadow_type: 'drop' }, 50],
    [{ shadow_type: 'auto' }, 50],
    [{ add_shadow: 'true' }, 50],
    [{ add_shadow: true, shadow_type: 'none' }, 50],
    [{ shadow_type: 'drop', shadow_opacity: '100' }, 100],
    [{ shadow_type: 'drop', shadow_opacity: 0 }, 0],
    [{ type: 'product', shadow_type: 'drop', format: 'jpg' }, 50],
  ])('%j without a car is a drop shadow of %i percent', (given, opacityPercent) => {
    expect(outputOf(given)).toMatchObject({ shadow: { kind: 'drop', opacityPercent } });
  });

  it('a shadow that nobody asked for is none', () => {
    for (const given of [{}, { shadow_type: 'none', add_shadow: 'false' }, { type: 'car', shadow_type: 'car' }]) {
      expect(outputOf(given)).toMatchObject({ shadow: null });
    }
  });

  it('a translucent colour under a JPEG is mixed with white', () => {
    expect(outputOf({ format: 'jpg', bg_color: '81d4fa77' })).toMatchObject({
      format: 'jpeg',
      background: { red: 0xc4, green: 0xeb, blue: 0xfd, alpha: 255 },
    });
    expect(outputOf({ format: 'jpg', bg_color: 'transparent' })).toMatchObject({ background: white });
  });

  it('an archive and a matte have no background that is a picture, and no shadow', () => {
    const asked = { bg_image_file: true, add_shadow: 'true' };
    for (const beside of [{ format: 'zip' }, { channels: 'alpha' }, { channels: 'alpha', type: 'car' }]) {
      expect(outputOf({ ...asked, ...beside })).toMatchObject({ background: null, shadow: null });
    }
  });

  it('their published defaults are ours', () => {
    const published = publishedDefaults;
    const inJson = { ...published, crop: false, add_shadow: false, semitransparency: true, shadow_opacity: 50 };
    // A car that is found, and was not asked for, has open windows only where that is sent.
    for (const given of [{}, { type: 'car' }, { type: 'product' }, { channels: 'alpha' }]) {
      const plain = wanted({ semitransparency: 'true', ...given });
      expect(wanted({ ...published, ...given })).toEqual(plain);
      expect(wanted({ ...inJson, crop_margin: 0, ...given })).toEqual(plain);
    }
    expect(wanted(published).unmet.other).toEqual({ ignored: [], substituted: [] });
    expect(wanted({ ...published, semitransparency: '' })).toEqual(wanted({}));
  });

  it('a vehicle that is found is cut as was asked of one', () => {
    const vehicleOf = (given: Given) => {
      const { task } = wanted(given);
      return task.kind === 'cutout' ? task.vehicle : task.kind;
    };
    expect(vehicleOf({})).toEqual({ windows: false, shadow: false });
    expect(vehicleOf({ type: 'auto', add_shadow: 'true' })).toEqual({ windows: false, shadow: true });
    expect(vehicleOf({ shadow_type: 'drop', semitransparency: 'true' })).toEqual({ windows: true, shadow: true });
    for (const type of ['person', 'product', 'transportation', 'something']) {
      expect(vehicleOf({ type })).toBeUndefined();
    }
    expect(vehicleOf({ type: 'car' })).toBe('car-cutout');
    expect(vehicleOf({ channels: 'alpha' })).toBe('matte');
  });

  it('channels alpha is a matte, whatever the type', () => {
    expect(wanted({ channels: 'alpha', type: 'car' }).task.kind).toBe('matte');
    expect(outputOf({ channels: 'alpha', bg_color: '#ffffff00' })).toMatchObject({ format: 'png', background: null });
  });

  it.each<[Given, unknown]>([
    [{ format: 'auto' }, { format: 'png', background: null }],
    [
      { format: 'auto', bg_color: '81d4fa' },
      { format: 'jpeg', background: sky },
    ],
    [
      { format: 'auto', bg_color: '81d4fa77' },
      { format: 'png', background: { ...sky, alpha: 0x77 } },
    ],
    [
      { format: 'png', bg_color: '#81d4fa' },
      { format: 'png', background: sky },
    ],
    [{ format: 'jpg' }, { format: 'jpeg', background: white }],
    [{ format: 'webp' }, { format: 'webp', background: null }],
    [{ format: 'zip' }, { format: 'zip', background: null }],
    [
      { format: 'png', bg_color: '#81d4fa77' },
      { format: 'png', background: { ...sky, alpha: 0x77 } },
    ],
    [
      { format: 'webp', bg_color: '81d4fa' },
      { format: 'webp', background: sky },
    ],
    [{ bg_color: 'white' }, { format: 'jpeg', background: white }],
    [{ bg_color: 'fff' }, { format: 'jpeg', background: white }],
    [{ bg_color: '' }, { format: 'png', background: null }],
    [{ bg_image_file: true }, { format: 'jpeg', background: 'picture' }],
    [{ bg_image_url: 'https://example.com/a.jpg' }, { format: 'jpeg', background: 'picture' }],
    [
      { bg_image_file: true, format: 'png', type: 'car' },
      { format: 'png', background: 'picture' },
    ],
  ])('%j is %j', (given, expected) => expect(outputOf(given)).toMatchObject(expected as object));

  it('a margin without a crop has no effect', () => {
    const none = { value: 0, unit: 'px' };
    expect(outputOf({ crop_margin: '10%' })).toMatchObject({ crop: false, margin: { top: none, left: none } });
    const ten = { value: 10, unit: '%' };
    expect(outputOf({ crop: 'true', crop_margin: '10%' })).toMatchObject({
      crop: true,
      margin: { top: ten, left: ten },
    });
  });

  it.each<[Given, unknown]>([
    [{}, { position: 'original', scale: null }],
    [{ scale: '80%' }, { position: { x: 0.5, y: 0.5 }, scale: 0.8 }],
    [{ scale: 'original' }, { position: 'original', scale: null }],
    [{ position: 'center' }, { position: { x: 0.5, y: 0.5 } }],
    [{ position: '25% 75%' }, { position: { x: 0.25, y: 0.75 } }],
  ])('%j places the subject at %j', (given, expected) => expect(outputOf(given)).toMatchObject(expected as object));

  it('type_level none reports no type, and asks no classifier', () => {
    const { task, reportsType } = wanted({ type_level: 'none' });
    expect([reportsType, task]).toEqual([false, expect.objectContaining({ imageType: false })]);
    for (const level of ['1', '2', 'latest', 1]) expect(wanted({ type_level: level }).reportsType).toBe(true);
  });

  it.each<[Given, RegExp]>([
    [{ bg_image_url: 'ftp://example.com/a.jpg' }, /This address is not fetched/],
    [{ bg_image_url: 'https://example.com/a.jpg', bg_color: 'fff' }, /Send one background/],
    [{ bg_image_url: 'https://example.com/a.jpg', bg_image_file: true }, /Send one background/],
    [{ bg_image_file: true, bg_color: 'fff' }, /Send one background/],
    [{ shadow_type: 'drop', shadow_opacity: '101' }, /Expected a whole number from 0 to 100 for shadow_opacity/],
    [{ roi: '10% 10% 90%' }, /Expected 'x1 y1 x2 y2' in pixels or percent for roi/],
    [{ shadow_method: 'soft' }, /Expected 'latest'/],
    [{ shadow_type: 'soft' }, /Expected 'none'/],
    [{ roi: '0 0 101% 100%' }, /roi reaches beyond the image/],
    [{ roi: '-1 0 10 10' }, /roi reaches beyond the image/],
    [{ size: 'huge' }, /Expected 'preview'/],
    [{ format: 'gif' }, /Expected 'auto'/],
    [{ channels: 'rgb' }, /Expected 'rgba'/],
    [{ bg_color: '#12' }, /Expected a colour/],
    [{ crop: 'maybe' }, /Expected true or false/],
    [{ crop_margin: '60%' }, /Expected 0 to 500 pixels/],
    [{ scale: '5%' }, /Expected 'original'/],
    [{ position: 'left' }, /Expected 'original'/],
  ])('%j is refused in a sentence', (given, sentence) => expect(refused(given)).toMatch(sentence));

  it('the wrong value that a field gives as an example is refused', () => {
    for (const [name, { wrong }] of Object.entries<Option>(offeredFields)) {
      for (const { example } of wrong) expect(refused({ [name]: example }), name).not.toBeNull();
    }
  });

  it.each<[Given, unknown]>([
    [{ bg_color: 'Green' }, { red: 0, green: 128, blue: 0, alpha: 255 }],
    [{ bg_color: ' fff8 ' }, { red: 255, green: 255, blue: 255, alpha: 0x88 }],
    [{ bg_color: '#8A2B' }, { red: 0x88, green: 0xaa, blue: 0x22, alpha: 0xbb }],
  ])('%j is that colour', (given, background) => expect(outputOf(given)).toMatchObject({ background }));

  it('words are read in any case', () => {
    expect(outputOf({ format: 'JPG', size: '50mp' })).toMatchObject({ format: 'jpeg', mostPixels: undefined });
    expect(wanted({ type: 'Car', shadow_type: '3d' })).toMatchObject({ task: { kind: 'car-cutout', shadow: true } });
  });

  it('what leaves the picture as it is passes', () => {
    expect(refused({ roi: '0% 0% 100% 100%', shadow_opacity: '', unknown: 'x' })).toBeNull();
  });
});

describe('every value that remove.bg documents', () => {
  const each = valueRows.flatMap(({ field, values, beside = {}, becomes }) =>
    values.map((value) => ({ field, value, beside, becomes })),
  );

  it.each(each)('$field of $value beside $beside becomes $becomes', ({ field, value, beside, becomes }) => {
    expect(becameOf({ ...beside, [field]: value }, field)).toEqual(becomes);
  });

  it('has a row: each word of each field, and something of each that is written', () => {
    const fields: Readonly<Record<string, { readonly values: readonly (string | boolean)[] }>> = offeredFields;
    for (const [name, { values }] of Object.entries(fields)) {
      if (name === 'bg_image_file') continue;
      const shown = valueRows.filter(({ field }) => field === name).flatMap((row) => row.values);
      expect(shown, name).toEqual(expect.arrayContaining(values.map(String)));
      expect(shown, name).not.toEqual([]);
    }
    for (const { field } of valueRows) expect(fieldNames).toContain(field);
  });
});

/** What becomes of a field beside others, as a row of the table has it. */
function becameOf(given: Given, field: string): ValueRow['becomes'] {
  try {
    const { task, unmet } = wanted(given);
    const { ignored, substituted } = task.kind === 'car-cutout' ? unmet.vehicle : unmet.other;
    const drawn = substituted.find((each) => each.startsWith(`${field}=`));
    if (drawn) return { drawnAs: drawn.slice(drawn.indexOf('>') + 1) };
    return ignored.includes(field) ? 'ignored' : 'drawn';
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    const { body } = inRemovebgWords(cause.refusal, null);
    // Codes are those of the table: the types say so.
    return { code: 'errors' in body ? body.errors[0].code : '' } as ValueRow['becomes'];
  }
}
