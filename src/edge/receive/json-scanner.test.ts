import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFault, JsonScanner, type MemberHandling } from './json-scanner.ts';

interface Seen {
  members: string[];
  text: string;
  isString: boolean | null;
  captured: string[];
}

function scan(text: string, wanted: Record<string, MemberHandling> = {}, pieceBytes = 7, depth = 16): Seen {
  const seen: Seen = { members: [], text: '', isString: null, captured: [] };
  const scanner = new JsonScanner(
    {
      member(name) {
        seen.members.push(name);
        return wanted[name] ?? 'skip';
      },
      run: (bytes) => {
        seen.text += new TextDecoder('latin1').decode(bytes);
      },
      codeUnit: (unit) => {
        seen.text += String.fromCharCode(unit);
      },
      streamed: (isString) => {
        seen.isString = isString;
      },
      captured: (source) => seen.captured.push(source),
    },
    depth,
  );
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  scanner.end();
  return seen;
}

describe('members', () => {
  test('a streamed string arrives unescaped, whatever the pieces', () => {
    const text = '{"a":1,"image":"QUJD\\/\\u002b\\n\\"x","b":[{}]}';
    for (let piece = 1; piece < 12; piece++) {
      const seen = scan(text, { image: 'stream' }, piece);
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

  test('nesting is bounded', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(scan(nested(16)).members).toEqual(['a']);
    expect(() => scan(nested(17))).toThrow(JsonFault);
  });
});

test('accepts what JSON.stringify writes and agrees on its member names', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  console.log(`JSON scanner property seed ${seed}`);
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })),
      fc.integer({ min: 1, max: 64 }),
      (value, piece) => {
        const spaced = JSON.stringify(value, null, ' ');
        expect(scan(spaced, {}, piece).members).toEqual(Object.keys(JSON.parse(spaced)));
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
      let accepted = true;
      try {
        scan(mutated);
      } catch {
        accepted = false;
      }
      expect(accepted, mutated).toBe(valid);
    }),
    { numRuns: 5000, seed },
  );
});
