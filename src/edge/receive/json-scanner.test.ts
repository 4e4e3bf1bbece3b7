import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFault, TooManyMembers } from './json-fault.ts';
import { JsonScanner, type MemberHandling } from './json-scanner.ts';
import { beyondAscii } from './json-string.ts';

interface Seen {
  members: string[];
  text: string;
  /** How often the sink was given text. */
  runs: number;
  isString: boolean | null;
  captured: string[];
}

interface Wanted {
  readonly pieceBytes?: number;
  /** Ends of the pieces, where they are not all of one size. */
  readonly cuts?: readonly number[];
  readonly maxJsonMembers?: number;
}

function scan(
  text: string,
  wanted: Record<string, MemberHandling> = {},
  { pieceBytes = 7, cuts, maxJsonMembers = 64 }: Wanted = {},
): Seen {
  const seen: Seen = { members: [], text: '', runs: 0, isString: null, captured: [] };
  const scanner = new JsonScanner(
    {
      member(name) {
        seen.members.push(name);
        return wanted[name] ?? 'skip';
      },
      run: (bytes) => {
        seen.text += Buffer.from(bytes).toString('latin1');
        seen.runs++;
      },
      streamed: (isString) => {
        seen.isString = isString;
      },
      captured: (source) => seen.captured.push(source),
    },
    { maxJsonDepth: 16, maxJsonMembers },
  );
  const bytes = new TextEncoder().encode(text);
  const even = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) => (index + 1) * pieceBytes);
  let from = 0;
  for (const end of [...(cuts ?? even), bytes.length]) {
    scanner.push(bytes.slice(from, end));
    from = Math.max(from, end);
  }
  scanner.end();
  return seen;
}

/** Whether the scanner takes the text. */
function accepts(text: string, wanted: Record<string, MemberHandling> = {}, how: Wanted = {}): boolean {
  try {
    scan(text, wanted, { maxJsonMembers: 10_000, ...how });
    return true;
  } catch (fault) {
    if (fault instanceof JsonFault) return false;
    throw fault;
  }
}

describe('members', () => {
  test('a streamed string arrives unescaped, whatever the pieces', () => {
    const text = '{"a":1,"image":"QUJD\\/\\u002b\\n\\"x","b":[{}]}';
    for (let piece = 1; piece < 12; piece++) {
      const seen = scan(text, { image: 'stream' }, { pieceBytes: piece });
      expect(seen.text).toBe('QUJD/+\n"x');
      expect(seen.isString).toBe(true);
      expect(seen.members).toEqual(['a', 'image', 'b']);
    }
  });

  test('a streamed member of another type says so', () => {
    for (const value of ['null', '12', '{"image":"x"}', '["x"]', 'true']) {
      const seen = scan(`{"image":${value}}`, { image: 'stream' });
      expect(seen).toMatchObject({ isString: false, text: '' });
    }
  });

  test('captured values come as their source', () => {
    const seen = scan('{"a": true , "b":{"c":[1,"x\\u0041"]},"d":-1.5e3}', {
      a: 'capture',
      b: 'capture',
      d: 'capture',
    });
    expect(seen.captured.map((source) => JSON.parse(source))).toEqual([true, { c: [1, 'xA'] }, -1500]);
  });

  test('names may be escaped, nested names are not members', () => {
    expect(scan('{"im\\u0061ge":1,"x":{"image":2}}').members).toEqual(['image', 'x']);
  });
});

describe('faults', () => {
  const broken = [
    '',
    ' ',
    '[]',
    '"x"',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{"a":1}}',
    '{"a":1}x',
    '{"a":[1,]}',
    '{"a":[1 2]}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":nul}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":"x\ny"}',
    "{'a':1}",
    '{"a":[}',
    '{"a":{]}',
    '{"a":1 "b":2}',
    '{"a":"unfinished',
    '{a:1}',
  ];
  for (const text of broken) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => scan(text)).toThrow(JsonFault);
    });
  }

  test.each([
    ['{"a":"\\x"}', 'A string has an unknown escape'],
    ['{"a":"\\u12g4"}', 'A string has a broken \\u escape'],
    ['{"a":"x\ny"}', 'A string has a control character'],
    ['{"a":nul}', 'A value is no JSON value'],
    ['{"a":1 "b":2}', 'The JSON text has a character out of place'],
    ['{"a":1', 'The JSON text is incomplete'],
  ])('the fault of %j is described for the log', (text, words) => {
    expect(() => scan(text)).toThrow(words);
  });

  test('nesting is bounded', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(scan(nested(16)).members).toEqual(['a']);
    expect(() => scan(nested(17))).toThrow(JsonFault);
  });
});

describe('members and array elements', () => {
  const flat = (count: number) => `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join()}}`;
  const list = (count: number) => `{"a":[${Array.from({ length: count - 1 }, () => '1').join()}]}`;
  /** Three of each `{"b":[1]}`: an element, a member, an element. */
  const nested = (count: number) => `{"a":[${Array.from({ length: (count - 1) / 3 }, () => '{"b":[1]}').join()}]}`;

  test.each([
    ['members', flat],
    ['elements', list],
    ['nested ones', nested],
  ])('are counted: %s', (_, text) => {
    expect(() => scan(text(64))).not.toThrow();
    expect(() => scan(text(67))).toThrow(TooManyMembers);
    expect(() => scan(text(7), {}, { maxJsonMembers: 6 })).toThrow(TooManyMembers);
  });

  test('the first one too many decides, before anything behind it is read', () => {
    const begun = `${flat(64).slice(0, -1)},"`;
    expect(() => scan(begun)).toThrow(TooManyMembers);
    expect(() => scan(`${list(64).slice(0, -2)},nonsense`)).toThrow(TooManyMembers);
    expect(() => scan(`${list(63).slice(0, -2)},nonsense,1`)).toThrow(JsonFault);
  });

  test('brackets that are empty hold none', () => {
    expect(() => scan('{"a":[],"b":{}}', {}, { maxJsonMembers: 2 })).not.toThrow();
  });
});

describe('a long text is handed on in long runs', () => {
  const megabyte = 1024 * 1024;
  test.each([
    ['escapes', '\\u0041', 'A'],
    ['short runs between escapes', 'ab\\n', 'ab\n'],
    ['escapes beyond ASCII', '\\u00e9', String.fromCharCode(beyondAscii)],
  ])('of %s', (_, source, meant) => {
    const count = Math.floor(megabyte / source.length);
    const seen = scan(`{"image":"${source.repeat(count)}"}`, { image: 'stream' }, { pieceBytes: 65_536 });
    expect(seen.text === meant.repeat(count)).toBe(true);
    expect(seen.runs).toBeLessThan(20);
  });
});

describe('a token of 16,384 bytes is the longest that is kept', () => {
  const ones = (count: number) => '1'.repeat(count);

  test.each([1, 7, 16_384, 10_000])('a number, in pieces of %i bytes', (pieceBytes) => {
    expect(scan(`{"a":${ones(16_384)}}`, { a: 'capture' }, { pieceBytes }).captured).toEqual([ones(16_384)]);
    expect(() => scan(`{"a":${ones(16_385)}}`, {}, { pieceBytes })).toThrow('A number is too long');
  });

  test.each([1, 7, 16_384, 10_000])('a text, which is cut, in pieces of %i bytes', (pieceBytes) => {
    const captured = (count: number) => scan(`{"a":"${ones(count)}"}`, { a: 'capture' }, { pieceBytes }).captured;
    expect(captured(16_382)).toEqual([`"${ones(16_382)}"`]);
    expect(captured(16_383)).toEqual([`"${ones(16_383)}`]);
    expect(captured(20_000)).toEqual([`"${ones(16_383)}`]);
  });

  test('a list, which is cut too', () => {
    const list = `[${ones(8000)},${ones(8000)},${ones(800)}]`;
    expect(scan(`{"a":${list}}`, { a: 'capture' }).captured).toEqual([list.slice(0, 16_384)]);
    expect(scan(`{"a":["${ones(16_380)}"]}`, { a: 'capture' }).captured).toEqual([`["${ones(16_380)}"]`]);
    expect(scan(`{"a":["${ones(16_381)}"]}`, { a: 'capture' }).captured).toEqual([`["${ones(16_381)}"`]);
  });

  test('a name: a longer one is unknown', () => {
    expect(scan(`{"${ones(16_382)}":1,"b":2}`).members).toEqual([ones(16_382), 'b']);
    expect(scan(`{"${ones(16_383)}":1,"b":2}`).members).toEqual(['', 'b']);
  });
});

/** JSON as an impolite client writes it: white space anywhere, any character as an escape, duplicate names. */
const writtenAnyhow = fc.letrec<{ value: string; text: string }>((tie) => ({
  text: fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 4 }).map((plain) => JSON.stringify(plain).slice(1, -1)),
        fc.integer({ min: 0, max: 0xffff }).map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
        fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', 'QUJD', '\\u00Af'),
      ),
      { maxLength: 6 },
    )
    .map((parts) => `"${parts.join('')}"`),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('text'),
    fc.constantFrom('true', 'false', 'null', '0', '-0', '1e5', '-2.5E-3', '10.25'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(' ,\n')}]`),
    fc.array(fc.tuple(tie('text'), tie('value')), { maxLength: 4 }).map((members) => objectOf(members)),
  ),
}));
const bodies = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('"image"', '"im\\u0061ge"', '"option"'), writtenAnyhow.text),
      writtenAnyhow.value,
    ),
    {
      maxLength: 6,
    },
  )
  .map((members) => objectOf(members));

function objectOf(members: readonly (readonly [string, string])[]): string {
  return `{\t${members.map(([name, value]) => `${name} :\r${value}`).join(', ')} }`;
}

test('agrees with JSON.parse, wherever the text is cut into pieces', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`JSON pieces seed ${seed}`);
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(200), { maxLength: 12 }), (text, ends) => {
      fc.pre(depthOf(JSON.parse(text)) <= 16);
      const cuts = ends.sort((a, b) => a - b);
      const seen = scan(text, { image: 'stream', option: 'capture' }, { cuts, maxJsonMembers: 10_000 });
      const meant = JSON.parse(text) as Record<string, unknown>;
      expect(new Set(seen.members)).toEqual(new Set(Object.keys(meant)));
      const options = seen.captured.map((source) => JSON.parse(source) as unknown);
      if (options.length > 0) expect(options.at(-1)).toEqual(meant.option);
      const images = seen.members.filter((name) => name === 'image').length;
      if (images === 1) {
        expect(seen.isString).toBe(typeof meant.image === 'string');
        if (typeof meant.image === 'string') expect(asciiOf(seen.text)).toBe(asciiOf(meant.image));
      }
    }),
    { numRuns: 2000, seed },
  );
});

/** What of a text is Base64 or could be: the scanner promises nothing beyond ASCII. */
function asciiOf(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, '?');
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('accepts what JSON.stringify writes and agrees on its member names', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`JSON scanner property seed ${seed}`);
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })),
      fc.integer({ min: 1, max: 64 }),
      (value, piece) => {
        const spaced = JSON.stringify(value, null, ' ');
        expect(scan(spaced, {}, { pieceBytes: piece, maxJsonMembers: 10_000 }).members).toEqual(
          Object.keys(JSON.parse(spaced)),
        );
      },
    ),
    { numRuns: 500, seed },
  );
});

test('refuses what JSON.parse refuses and accepts what it accepts, for mutated texts', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`JSON mutation seed ${seed}`);
  const text = '{"a":[1,-2.5e+3,{"b":null,"c":"x\\u00e9\\n"}],"d":true,"e":""}';
  const character = fc.constantFrom(...'{}[]":,\\ \t\n0123456789.eE+-truefalsn\u0001x');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(3), fc.string({ unit: character, maxLength: 3 }), (at, drop, insert) => {
      const mutated = text.slice(0, at) + insert + text.slice(at + drop);
      let valid = true;
      try {
        const value: unknown = JSON.parse(mutated);
        valid = typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        valid = false;
      }
      expect(accepts(mutated, { a: 'capture', e: 'stream' }), mutated).toBe(valid);
    }),
    { numRuns: 5000, seed },
  );
});
