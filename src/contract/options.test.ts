import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseJsonCarOptions,
  parseJsonCutoutOptions,
  parseJsonOptions,
  parseMultipartCarOptions,
  parseMultipartCutoutOptions,
  parseMultipartOptions,
} from './options.ts';
import { Refused, type ValidationItem } from './refusals.ts';

const fields = (values: Record<string, string>) => new Map(Object.entries(values));
const members = (values: Record<string, unknown>) => new Map(Object.entries(values));

/** The one item of the 422 that the parser throws. */
function refusedItem(parse: () => unknown): ValidationItem {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expect(error.refusal.status).toBe(422);
    expect(error.refusal.code).toBe('VALIDATION_ERROR');
    const { body } = error.refusal;
    if (!('detail' in body) || typeof body.detail === 'string') throw new Error('Expected a detail array');
    expect(body.detail).toHaveLength(1);
    return body.detail[0];
  }
  throw new Error('Expected a refusal');
}

const spellings: readonly (readonly [string, boolean])[] = [
  ...['true', 'TRUE', 'True', '1', 'yes', 'Yes', 'on', 'ON'].map((text) => [text, true] as const),
  ...['false', 'FALSE', 'fAlSe', '0', 'no', 'NO', 'off', 'Off'].map((text) => [text, false] as const),
];
const accepted = new Set(spellings.map(([text]) => text.toLowerCase()));
const otherText = fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !accepted.has(text.toLowerCase()));

describe('multipart include_image_type', () => {
  it('is true when absent', () => {
    expect(parseMultipartOptions(fields({ colour: 'red' }))).toEqual({ includeImageType: true });
  });

  it.each(spellings)('reads %s as %s', (text, expected) => {
    expect(parseMultipartOptions(fields({ include_image_type: text }))).toEqual({ includeImageType: expected });
  });

  it.each(['', ' ', 'maybe', ' true', '2', 'y', 'n', 'enabled', 'null'])('refuses %j as bool_parsing', (text) => {
    const item = refusedItem(() => parseMultipartOptions(fields({ include_image_type: text })));
    expect(item).toMatchObject({ loc: ['body', 'include_image_type'], type: 'bool_parsing' });
  });

  it('refuses every other text with a short message', () => {
    fc.assert(
      fc.property(otherText, (text) => {
        const item = refusedItem(() => parseMultipartOptions(fields({ include_image_type: text })));
        expect(item.type).toBe('bool_parsing');
        expect(item.msg.length).toBeLessThan(160);
      }),
    );
  });

  it('says what was received and clips it', () => {
    const received = (text: string) =>
      refusedItem(() => parseMultipartOptions(fields({ include_image_type: text }))).msg;
    expect(received('maybe')).toBe("Expected true or false for include_image_type but received 'maybe'");
    expect(received('')).toBe('Expected true or false for include_image_type but received an empty text');
    expect(received('x'.repeat(65_536))).toBe(
      `Expected true or false for include_image_type but received '${'x'.repeat(40)}…'`,
    );
  });
});

describe('JSON include_image_type', () => {
  it.each([
    [{}, true],
    [{ include_image_type: null }, true],
    [{ include_image_type: undefined }, true],
    [{ include_image_type: true }, true],
    [{ include_image_type: false }, false],
  ])('reads %j as %s', (body, expected) => {
    expect(parseJsonOptions(members(body))).toEqual({ includeImageType: expected });
  });

  it.each(spellings)('reads the text %s as %s', (text, expected) => {
    expect(parseJsonOptions(members({ include_image_type: text }))).toEqual({ includeImageType: expected });
  });

  it.each([
    ['maybe', 'bool_parsing', "'maybe'"],
    ['', 'bool_parsing', 'an empty text'],
    [1, 'bool_type', '1'],
    [0, 'bool_type', '0'],
    [[], 'bool_type', 'an array'],
    [{ a: 1 }, 'bool_type', 'an object'],
  ])('refuses %j as %s', (value, type, received) => {
    expect(refusedItem(() => parseJsonOptions(members({ include_image_type: value })))).toEqual({
      loc: ['body', 'include_image_type'],
      msg: `Expected true or false for include_image_type but received ${received}`,
      type,
    });
  });
});

const cutoutParsers = [
  ['multipart', (values: Record<string, string>) => parseMultipartCutoutOptions(fields(values))],
  ['JSON', (values: Record<string, string>) => parseJsonCutoutOptions(members(values))],
] as const;

describe.each(cutoutParsers)('edge_colors, %s', (_encoding, parse) => {
  it('are refined by default, and what was asked for else', () => {
    expect(parse({})).toEqual({ includeImageType: true, edgeColours: 'refined' });
    expect(parse({ edge_colors: 'refined' }).edgeColours).toBe('refined');
    expect(parse({ edge_colors: 'original', include_image_type: 'no' })).toEqual({
      includeImageType: false,
      edgeColours: 'original',
    });
  });

  it.each(['', 'Refined', 'clean', ' original'])('refuse %j as enum', (text) => {
    const item = refusedItem(() => parse({ edge_colors: text }));
    expect(item).toMatchObject({ loc: ['body', 'edge_colors'], type: 'enum' });
    expect(item.msg).toMatch(/^Expected 'refined' or 'original' for edge_colors but received /);
  });
});

describe('edge_colors, JSON types', () => {
  it('take null as absent and refuse what is no text', () => {
    expect(parseJsonCutoutOptions(members({ edge_colors: null })).edgeColours).toBe('refined');
    for (const value of [true, 1, ['original']]) {
      const item = refusedItem(() => parseJsonCutoutOptions(members({ edge_colors: value })));
      expect(item).toMatchObject({ loc: ['body', 'edge_colors'], type: 'enum' });
    }
  });
});

const carParsers = [
  ['multipart', (values: Record<string, string>) => parseMultipartCarOptions(fields(values))],
  ['JSON', (values: Record<string, string>) => parseJsonCarOptions(members(values))],
] as const;

describe.each(carParsers)('car options, %s', (_encoding, parse) => {
  it('default to the ai shadow and open windows', () => {
    expect(parse({})).toEqual({ shadowType: 'ai', reconstructWindows: true });
  });

  it.each([
    [{ shadow_type: 'ai' }, 'ai'],
    [{ shadow_type: 'none' }, 'none'],
    [{ include_shadow: 'true' }, 'ai'],
    [{ include_shadow: 'false' }, 'none'],
    [{ shadow_type: 'ai', include_shadow: 'yes' }, 'ai'],
    [{ shadow_type: 'none', include_shadow: '0' }, 'none'],
  ])('%j draws %s', (values, expected) => {
    expect(parse(values as Record<string, string>).shadowType).toBe(expected);
  });

  it.each([
    { shadow_type: 'none', include_shadow: 'true' },
    { shadow_type: 'ai', include_shadow: 'false' },
  ])('refuses the contradiction %j', (values) => {
    const item = refusedItem(() => parse(values));
    expect(item).toMatchObject({ loc: ['body', 'include_shadow'], type: 'value_error' });
    expect(item.msg).toContain(`include_shadow=${values.include_shadow} contradicts shadow_type=${values.shadow_type}`);
  });

  it.each(['geometric', 'auto'])('refuses the planned shadow %s', (planned) => {
    expect(refusedItem(() => parse({ shadow_type: planned, include_shadow: 'false' }))).toEqual({
      loc: ['body', 'shadow_type'],
      msg: `shadow_type ${planned} is not available. Use 'ai' or 'none'`,
      type: 'value_error',
    });
  });

  it.each(['', 'AI', 'None', 'soft', ' ai'])('refuses %j as enum', (text) => {
    const item = refusedItem(() => parse({ shadow_type: text }));
    expect(item).toMatchObject({ loc: ['body', 'shadow_type'], type: 'enum' });
    expect(item.msg).toMatch(/^Expected 'ai' or 'none' for shadow_type but received /);
  });

  it('reads reconstruct_windows', () => {
    expect(parse({ reconstruct_windows: 'off' }).reconstructWindows).toBe(false);
    expect(refusedItem(() => parse({ reconstruct_windows: 'x' }))).toMatchObject({
      loc: ['body', 'reconstruct_windows'],
      type: 'bool_parsing',
    });
  });
});

describe('car options, JSON types', () => {
  it('take null as absent', () => {
    const nothing = { shadow_type: null, include_shadow: null, reconstruct_windows: null };
    expect(parseJsonCarOptions(members(nothing))).toEqual({ shadowType: 'ai', reconstructWindows: true });
    expect(parseJsonCarOptions(members({ shadow_type: null, include_shadow: false })).shadowType).toBe('none');
    expect(parseJsonCarOptions(members({ shadow_type: 'none', include_shadow: null })).shadowType).toBe('none');
  });

  it.each([
    ['shadow_type', 1, 'enum'],
    ['shadow_type', true, 'enum'],
    ['shadow_type', ['ai'], 'enum'],
    ['include_shadow', 1, 'bool_type'],
    ['reconstruct_windows', {}, 'bool_type'],
  ])('refuse %s of %j as %s', (name, value, type) => {
    const item = refusedItem(() => parseJsonCarOptions(members({ [name]: value })));
    expect(item).toMatchObject({ loc: ['body', name], type });
  });
});
