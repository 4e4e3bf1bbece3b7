/**
 * Options of a request. Each is declared once: its values, their meaning, and how it is read. The reference shows the
 * schema declared here beside the reader.
 *
 * - An absent option takes its default. In JSON, null counts as absent for every option; in a form an empty text does,
 *   before any option is read.
 * - A form gives texts and JSON gives any value; one reader takes both. A flag is a boolean, 0 or 1, or a text that spells
 *   one, so that a client that sends everything as text is understood. A text that spells none is `bool_parsing`, any
 *   other value `bool_type`.
 * - What is neither a flag nor one of a few words is a text with a pattern; some of them may be numbers in JSON.
 * - The first option that is wrong is the one that is reported.
 */
import type { BodyEncoding } from './encoding.ts';
import { invalid, Refused } from './refusals.ts';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

/** One kind of wrong value with an example, for the reference. */
export interface WrongValue {
  /** Follows the option's name: "is no boolean". */
  readonly problem: string;
  readonly example: string;
}

/** An option, and what its absence means. */
export interface Option<Value = unknown> {
  /** What it is for, as a form says it. */
  readonly meaning: string;
  /** What a form offers: words, or false and true. Empty where anything may be written. */
  readonly values: readonly (string | boolean)[];
  /** Values that are accepted; `schemaOf` adds null, which JSON allows too. */
  readonly schema: Schema & { readonly type: string | readonly string[] };
  readonly wrong: readonly WrongValue[];
  /** Whether it is an addition of this service to the contract. */
  readonly beyondContract: boolean;
  /** Whether it is a file of a form, and Base64 in JSON. */
  readonly isFile?: boolean;
  /**
   * Reads a value of a form or of JSON; undefined where the option is absent.
   * @throws Refused 422
   */
  read(value: unknown, name: string): Value;
}

/** Options by their public names, in the order in which they are read. */
export type OptionTable = Readonly<Record<string, Option>>;

/** What the options of a table are once they are read. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
};

/** As pydantic spells them. */
const truthy = ['true', '1', 'yes', 'on', 't', 'y'];
const falsy = ['false', '0', 'no', 'off', 'f', 'n'];
const spelling = `As text: ${truthy.join(', ')} or ${falsy.join(', ')}, in any case.`;

/**
 * An option that is on or off.
 * @param absent its value where it is not sent; undefined where another option then decides
 * @param more words of JSON Schema to show
 */
export function flag<Absent extends boolean | undefined>(
  description: string,
  absent: Absent,
  more: Schema = {},
): Option<boolean | Absent> {
  return {
    meaning: description,
    values: [false, true],
    schema: {
      type: ['boolean', 'integer', 'string'],
      minimum: 0,
      maximum: 1,
      pattern: `^(?:${[...truthy, ...falsy].map(inAnyCase).join('|')})$`,
      ...(absent !== undefined && { default: absent }),
      ...more,
      description: `${description} ${spelling}`,
    },
    wrong: [{ problem: 'is no boolean', example: 'maybe' }],
    beyondContract: false,
    read(value, name) {
      if (value === undefined) return absent;
      if (typeof value === 'boolean') return value;
      if (value === 0 || value === 1) return value === 1;
      const text = typeof value === 'string' ? value.toLowerCase() : '';
      if (truthy.includes(text)) return true;
      if (falsy.includes(text)) return false;
      const type = typeof value === 'string' ? 'bool_parsing' : 'bool_type';
      throw wrongValue(name, `Expected true or false for ${name} but received ${shown(value)}`, type);
    },
  };
}

/** What a choice has besides its words. */
interface ChoiceExtras {
  /** Words that the contract declares for later: they are shown, and refused with a message of their own. */
  readonly planned?: readonly string[];
  /** A text that is none of the words, for the reference. */
  readonly wrong: string;
  readonly beyondContract?: boolean;
  /** Words of JSON Schema to show. */
  readonly schema?: Schema;
}

/**
 * An option that is one of a few words, spelled as they are.
 * @param absent its value where it is not sent; undefined where another option then decides
 */
export function choice<const Word extends string, Absent extends NoInfer<Word> | undefined>(
  words: readonly Word[],
  description: string,
  absent: Absent,
  { planned = [], wrong: example, beyondContract = false, schema = {} }: ChoiceExtras,
): Option<Word | Absent> {
  const expected = words.map((word) => `'${word}'`).join(' or ');
  return {
    meaning: description,
    values: words,
    schema: {
      type: 'string',
      enum: [...words, ...planned],
      ...(absent !== undefined && { default: absent }),
      ...schema,
      description,
    },
    wrong: [
      ...planned.slice(0, 1).map((word) => ({ problem: 'is declared and not available', example: word })),
      { problem: 'is unknown', example },
    ],
    beyondContract,
    read(value, name) {
      if (value === undefined) return absent;
      const known = words.find((word) => word === value);
      if (known !== undefined) return known;
      const later = planned.find((word) => word === value);
      if (later !== undefined)
        throw wrongValue(name, `${name} ${later} is not available. Use ${expected}`, 'value_error');
      throw wrongValue(name, `Expected ${expected} for ${name} but received ${shown(value)}`, 'enum');
    },
  };
}

/** An option that is written in a way of its own: a number, a colour. */
interface Writing<Value> {
  readonly meaning: string;
  /** Regular expression that accepted texts match from end to end. */
  readonly pattern: string;
  /** Follows "Expected". */
  readonly expected: string;
  /** JSON may have a whole number in place of the text. */
  readonly numbers?: { readonly least: number; readonly most: number };
  /** The value of a text of the pattern; undefined where it is none after all. */
  of(text: string): Value | undefined;
  /** A text that is none, for the reference. */
  readonly wrong: string;
  /** Words of JSON Schema to show. */
  readonly schema?: Schema;
}

/** An option of this service alone that is no word of a few: undefined where it is not sent. */
export function written<Value>(writing: Writing<Value>): Option<Value | undefined> {
  const { meaning, pattern, expected, numbers, wrong, schema = {} } = writing;
  const form = new RegExp(`^(?:${pattern})$`);
  const isNumber = (value: unknown): value is number =>
    numbers !== undefined && Number.isInteger(value) && Number(value) >= numbers.least && Number(value) <= numbers.most;
  return {
    meaning,
    values: [],
    schema: {
      type: numbers ? ['integer', 'string'] : 'string',
      pattern: form.source,
      ...(numbers && { minimum: numbers.least, maximum: numbers.most }),
      ...schema,
      description: meaning,
    },
    wrong: [{ problem: `is not ${expected}`, example: wrong }],
    beyondContract: true,
    read(value, name) {
      if (value === undefined) return undefined;
      const text = isNumber(value) ? String(value) : value;
      const read = typeof text === 'string' && form.test(text) ? writing.of(text) : undefined;
      if (read !== undefined) return read;
      throw wrongValue(name, `Expected ${expected} for ${name} but received ${shown(value)}`, 'value_error');
    },
  };
}

/**
 * An option of this service alone that is any text: undefined where it is not sent.
 * @param mostCharacters how long it may be, in code points; as long as it likes where left out
 */
export function anyText(meaning: string, mostCharacters?: number): Option<string | undefined> {
  const expected = mostCharacters === undefined ? 'a text' : `at most ${mostCharacters} characters`;
  const bounds = mostCharacters === undefined ? {} : { minLength: 1, maxLength: mostCharacters };
  return {
    meaning,
    values: [],
    schema: { type: 'string', ...bounds, description: meaning },
    wrong: [],
    beyondContract: true,
    read(value, name) {
      if (value === undefined) return undefined;
      if (typeof value === 'string' && [...value].length <= (mostCharacters ?? value.length)) return value;
      throw wrongValue(name, `Expected ${expected} for ${name} but received ${shown(value)}`, 'value_error');
    },
  };
}

/** An option that is a file. Its bytes go another way: it is read as whether one was sent. */
export function file(meaning: string): Option<boolean> {
  return {
    meaning,
    values: [],
    schema: { type: 'string', format: 'binary', description: meaning },
    wrong: [],
    beyondContract: true,
    isFile: true,
    read: (value) => value !== undefined,
  };
}

/** The schema of an option in a request of that encoding. */
export function schemaOf({ schema, isFile }: Option, encoding: BodyEncoding): Schema {
  if (encoding === 'multipart') return schema;
  if (isFile) return { type: ['string', 'null'], contentEncoding: 'base64', description: schema.description };
  const { type, enum: words, ...rest } = schema;
  return { type: [type, 'null'].flat(), ...(Array.isArray(words) && { enum: [...words, null] }), ...rest };
}

/**
 * Reads all options of a request.
 * @param given parts of a form or members of a JSON body, by name; others may be among them
 * @throws Refused 422 `bool_parsing`, `bool_type`, `enum`, or `value_error` for a word that is planned
 */
export function readOptions<Table extends OptionTable>(
  table: Table,
  given: ReadonlyMap<string, unknown>,
): ValuesOf<Table> {
  const values = Object.entries(table).map(([name, option]) => [name, option.read(given.get(name) ?? undefined, name)]);
  return Object.fromEntries(values);
}

/** The refusal of an option's value: 422 that points at it. */
export function wrongValue(name: string, message: string, type: string): Refused {
  return new Refused(invalid(['body', name], message, type));
}

function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/** What was received, short enough for a message: a field may hold 64 KiB. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : `'${clipped(value)}'`;
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : String(value);
}

function clipped(text: string): string {
  const points = [...text.slice(0, 80)];
  return points.length > 40 || text.length > 80 ? `${points.slice(0, 40).join('')}…` : text;
}
