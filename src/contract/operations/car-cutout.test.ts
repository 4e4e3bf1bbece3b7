import { describe, expect, it } from 'vitest';
import { headersOf, jsonOf, outcomeWith } from '../testing/outcome.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { carCutout, carCutoutBase64 } from './car-cutout.ts';

const both = [
  ['multipart', carCutout.read],
  ['JSON', carCutoutBase64.read],
] as const;

describe.each(both)('options of a car, %s', (_encoding, read) => {
  const parse = (values: Record<string, unknown>) => read(new Map(Object.entries(values)));

  it('default to the ai shadow and open windows', () => {
    expect(parse({})).toEqual({ kind: 'car-cutout', windows: true, shadow: true });
  });

  it.each([
    [{ shadow_type: 'ai' }, true],
    [{ shadow_type: 'none' }, false],
    [{ include_shadow: 'true' }, true],
    [{ include_shadow: 'false' }, false],
    [{ shadow_type: 'ai', include_shadow: 'yes' }, true],
    [{ shadow_type: 'none', include_shadow: '0' }, false],
  ])('%j: a shadow is %s', (values, shadow) => {
    expect(parse(values)).toEqual({ kind: 'car-cutout', windows: true, shadow });
  });

  it.each([
    { shadow_type: 'none', include_shadow: 'true' },
    { shadow_type: 'ai', include_shadow: 'false' },
  ])('refuse the contradiction %j', (values) => {
    expect(refusedItem(() => parse(values))).toEqual({
      loc: ['body', 'include_shadow'],
      msg: `include_shadow=${values.include_shadow} contradicts shadow_type=${values.shadow_type}. Send shadow_type alone; include_shadow is deprecated`,
      type: 'value_error',
    });
  });

  it.each(['geometric', 'auto'])('refuse the planned shadow %s', (planned) => {
    expect(refusedItem(() => parse({ shadow_type: planned, include_shadow: 'false' }))).toEqual({
      loc: ['body', 'shadow_type'],
      msg: `shadow_type ${planned} is not available. Use 'ai' or 'none'`,
      type: 'value_error',
    });
  });

  it.each(['', 'AI', 'None', 'soft', ' ai'])('refuse the shadow %j', (text) => {
    expect(refusedItem(() => parse({ shadow_type: text }))).toEqual({
      loc: ['body', 'shadow_type'],
      msg: `Expected 'ai' or 'none' for shadow_type but received ${text === '' ? 'an empty text' : `'${text}'`}`,
      type: 'enum',
    });
  });

  it('close the windows', () => {
    expect(parse({ reconstruct_windows: 'off' })).toEqual({ kind: 'car-cutout', windows: false, shadow: true });
  });

  it.each(['include_shadow', 'reconstruct_windows'])('refuse %s that is no boolean', (name) => {
    expect(refusedItem(() => parse({ [name]: 'x' }))).toMatchObject({ loc: ['body', name], type: 'bool_parsing' });
  });

  it('report each option by itself before a contradiction, in the order of the contract', () => {
    const contradiction = { shadow_type: 'none', include_shadow: 'true' };
    const first = (values: Record<string, string>) => refusedItem(() => parse(values)).loc.at(-1);
    expect(first({ ...contradiction, reconstruct_windows: 'x' })).toBe('reconstruct_windows');
    expect(first({ shadow_type: 'x', include_shadow: 'x', reconstruct_windows: 'x' })).toBe('shadow_type');
    expect(first({ include_shadow: 'x', reconstruct_windows: 'x' })).toBe('include_shadow');
  });
});

describe('options of a car, JSON types', () => {
  const parse = (values: Record<string, unknown>) => carCutoutBase64.read(new Map(Object.entries(values)));

  it('take null as absent', () => {
    expect(parse({ shadow_type: null, include_shadow: null, reconstruct_windows: null })).toEqual(parse({}));
    expect(parse({ shadow_type: null, include_shadow: false }).shadow).toBe(false);
    expect(parse({ shadow_type: 'none', include_shadow: null }).shadow).toBe(false);
  });

  it('take booleans, and refuse their contradiction', () => {
    expect(parse({ include_shadow: false, reconstruct_windows: false })).toMatchObject({
      windows: false,
      shadow: false,
    });
    const item = refusedItem(() => parse({ shadow_type: 'ai', include_shadow: false }));
    expect(item.msg).toContain('include_shadow=false contradicts shadow_type=ai');
  });

  it.each([
    ['shadow_type', 1, 'enum'],
    ['shadow_type', true, 'enum'],
    ['shadow_type', ['ai'], 'enum'],
    ['include_shadow', -1, 'bool_type'],
    ['reconstruct_windows', {}, 'bool_type'],
  ])('refuse %s of %j as %s', (name, value, type) => {
    expect(refusedItem(() => parse({ [name]: value }))).toMatchObject({ loc: ['body', name], type });
  });
});

describe('the answer of a car cutout', () => {
  const outcome = outcomeWith();
  const sizes = { input_dimensions: [6000, 10], processed_dimensions: [5000, 8], was_downscaled: true };
  const sure = { uncertainty: 0.021, needs_review: false };

  it.each(['ai', 'none'])('says that the shadow is %s', (shadow) => {
    const task = carCutout.read(new Map([['shadow_type', shadow]]));
    expect(headersOf(carCutout.answer.headers, outcome, task)).toEqual({
      'X-Input-Dimensions': '6000,10',
      'X-Processed-Dimensions': '5000,8',
      'X-Was-Downscaled': 'true',
      'X-Shadow-Type': shadow,
    });
    expect(jsonOf(carCutoutBase64.answer.members, outcome, task)).toEqual({ ...sizes, shadow_type: shadow, ...sure });
  });

  it('holds the picture in img_without_background_base64', () => {
    const { files } = carCutoutBase64.answer;
    expect(Object.keys(files)).toEqual(['img_without_background_base64']);
    expect(files.img_without_background_base64.of(outcome)).toBe(outcome.encoded);
  });
});
