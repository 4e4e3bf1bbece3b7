import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyEncoding } from './encoding.ts';
import { processingOperations } from './operations.ts';
import { choice, flag, type Option, readOptions, schemaOf } from './options.ts';
import { Refused, type ValidationItem } from './refusals.ts';
import { refusedItem } from './testing/refused-item.ts';

const spellings: readonly (readonly [string, boolean])[] = [
  ...['true', 'TRUE', 'True', '1', 'yes', 'Yes', 'on', 'ON', 't', 'T', 'y', 'Y'].map((text) => [text, true] as const),
  ...['false', 'FALSE', 'fAlSe', '0', 'no', 'NO', 'off', 'Off', 'f', 'F', 'n', 'N'].map(
    (text) => [text, false] as const,
  ),
];
const accepted = new Set(spellings.map(([text]) => text.toLowerCase()));
const otherText = fc.string({ unit: 'binary', maxLength: 300 }).filter((text) => !accepted.has(text.toLowerCase()));

const refusedOf = (option: Option, value: unknown): ValidationItem =>
  refusedItem(() => option.read(value, 'the_option'));

describe('a flag', () => {
  it.each([true, false, undefined])('is %s when absent, if that is its default', (absent) => {
    expect(flag('', absent).read(undefined, 'the_option')).toBe(absent);
  });

  it.each<readonly [unknown, boolean]>([...spellings, [true, true], [false, false], [1, true], [0, false]])(
    'reads %j as %s',
    (value, expected) => {
      for (const absent of [true, false]) expect(flag('', absent).read(value, 'the_option')).toBe(expected);
    },
  );

  it.each([
    ['maybe', 'bool_parsing', "'maybe'"],
    ['', 'bool_parsing', 'an empty text'],
    [' ', 'bool_parsing', "' '"],
    [' true', 'bool_parsing', "' true'"],
    ['2', 'bool_parsing', "'2'"],
    ['ye', 'bool_parsing', "'ye'"],
    ['tt', 'bool_parsing', "'tt'"],
    ['ﬀ', 'bool_parsing', "'ﬀ'"],
    ['enabled', 'bool_parsing', "'enabled'"],
    ['null', 'bool_parsing', "'null'"],
    [2, 'bool_type', '2'],
    [-1, 'bool_type', '-1'],
    [0.5, 'bool_type', '0.5'],
    [[], 'bool_type', 'an array'],
    [['true'], 'bool_type', 'an array'],
    [{ a: 1 }, 'bool_type', 'an object'],
  ])('refuses %j as %s', (value, type, received) => {
    expect(refusedOf(flag('', true), value)).toEqual({
      loc: ['body', 'the_option'],
      msg: `Expected true or false for the_option but received ${received}`,
      type,
    });
  });

  it('refuses every other text with a short message', () => {
    fc.assert(
      fc.property(otherText, (text) => {
        const item = refusedOf(flag('', true), text);
        expect(item.type).toBe('bool_parsing');
        expect(item.msg.length).toBeLessThan(160);
      }),
    );
  });

  it('clips what it received', () => {
    const received = (text: string) => refusedOf(flag('', true), text).msg.replace(/^.* received /, '');
    expect(received('x'.repeat(40))).toBe(`'${'x'.repeat(40)}'`);
    expect(received('x'.repeat(41))).toBe(`'${'x'.repeat(40)}…'`);
    expect(received('x'.repeat(65_536))).toBe(`'${'x'.repeat(40)}…'`);
    expect(received('🙂'.repeat(40))).toBe(`'${'🙂'.repeat(40)}'`);
    expect(received('🙂'.repeat(41))).toBe(`'${'🙂'.repeat(40)}…'`);
  });
});

describe('a choice', () => {
  const size = choice(['small', 'large'], '', 'small', { planned: ['huge'], wrong: 'wide' });

  it('takes its words as they are spelled, and its default where it is absent', () => {
    expect(size.read(undefined, 'size')).toBe('small');
    expect(size.read('small', 'size')).toBe('small');
    expect(size.read('large', 'size')).toBe('large');
    expect(choice(['small'], '', undefined, { wrong: 'wide' }).read(undefined, 'size')).toBeUndefined();
  });

  it.each([
    ['', 'an empty text'],
    ['Large', "'Large'"],
    [' large', "' large'"],
    ['wide', "'wide'"],
    [true, 'true'],
    [1, '1'],
    [['large'], 'an array'],
    [{}, 'an object'],
  ])('refuses %j as enum', (value, received) => {
    expect(refusedOf(size, value)).toEqual({
      loc: ['body', 'the_option'],
      msg: `Expected 'small' or 'large' for the_option but received ${received}`,
      type: 'enum',
    });
  });

  it('refuses a word that is declared for later with a message of its own', () => {
    expect(refusedOf(size, 'huge')).toEqual({
      loc: ['body', 'the_option'],
      msg: "the_option huge is not available. Use 'small' or 'large'",
      type: 'value_error',
    });
  });
});

describe('options together', () => {
  const table = { one: flag('', true), two: flag('', true) };

  it('are read by name, null as absent, others ignored', () => {
    const given = new Map<string, unknown>([
      ['two', false],
      ['one', null],
      ['three', 'maybe'],
    ]);
    expect(readOptions(table, given)).toEqual({ one: true, two: false });
  });

  it('are refused for the first that is wrong, in their own order', () => {
    const given = new Map([
      ['two', 'maybe'],
      ['one', 'maybe'],
    ]);
    expect(refusedItem(() => readOptions(table, given)).loc).toEqual(['body', 'one']);
  });
});

/** Words that the contract declares and the reference shows, and that are refused for now. */
const planned = ['geometric', 'auto'];
/** What a pattern cannot say: a word that is no colour, and sides that are too far apart. */
const beyondPatterns = /^(?:[a-z]{3,20}|[\d.]+:[\d.]+)$/;

/** Each option of each encoding once, however many operations have it. Files are read elsewhere. */
const cases: { readonly encoding: BodyEncoding; readonly optionName: string; readonly option: Option }[] = [];
for (const { encoding, options } of processingOperations) {
  for (const [optionName, option] of Object.entries(options)) {
    const isKnown = cases.some((known) => known.option === option && known.encoding === encoding);
    if (!isKnown && !option.isFile) cases.push({ encoding, optionName, option });
  }
}

describe.each(cases)('$optionName, $encoding', ({ encoding, optionName, option }) => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schemaOf(option, encoding));

  it('takes what its schema says and nothing else', () => {
    const isText = option.values.length === 0;
    fc.assert(
      fc.property(valuesOf(encoding), (value) => {
        fc.pre(!(isText && typeof value === 'string' && beyondPatterns.test(value)));
        // An address that is empty was not filled in.
        fc.pre(!(optionName === 'background_url' && value === ''));
        expect({ value, taken: isTaken(option, optionName, value) }).toEqual({ value, taken: validate(value) });
      }),
      { numRuns: 1000 },
    );
  });
});

function valuesOf(encoding: BodyEncoding): fc.Arbitrary<unknown> {
  const words = fc.constantFrom(
    ...spellings.map(([text]) => text),
    'refined',
    'original',
    'ai',
    'none',
    'subject',
    'webp',
    '#ffffff80',
    'center',
    '50% 7.5%',
    '4:5',
    '10px 5%',
    '100',
    '16',
    '65535',
    '500',
    'Ai',
    '',
    ' 1',
  );
  const texts = fc.oneof(words, fc.string({ unit: 'binary', maxLength: 6 }), fc.mixedCase(words));
  const form = texts.filter((text) => !planned.includes(text));
  return encoding === 'multipart'
    ? form
    : fc.oneof(form, fc.boolean(), fc.constant(null), fc.integer({ min: -10, max: 70_000 }), fc.jsonValue());
}

function isTaken(option: Option, name: string, value: unknown): boolean {
  try {
    readOptions({ [name]: option }, new Map([[name, value]]));
    return true;
  } catch (cause) {
    if (cause instanceof Refused) return false;
    throw cause;
  }
}
