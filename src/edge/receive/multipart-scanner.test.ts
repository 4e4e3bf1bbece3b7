import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MultipartFault, MultipartScanner, type PartHeader } from './multipart-scanner.ts';

interface Part extends PartHeader {
  content: string;
}

function scan(body: string | Uint8Array, boundary = 'XX', pieceBytes = 5): Part[] {
  const parts: Part[] = [];
  let current: Part | null = null;
  const scanner = new MultipartScanner(boundary, {
    begin(header) {
      current = { ...header, content: '' };
    },
    data(bytes) {
      if (current) current.content += Buffer.from(bytes).toString('latin1');
    },
    end() {
      if (current) parts.push(current);
      current = null;
    },
  });
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  scanner.end();
  return parts;
}

const file =
  '--XX\r\nContent-Disposition: form-data; name="file"; filename="a \\"b\\".png"\r\nContent-Type: image/png\r\n\r\n';

describe('parts', () => {
  test('are the same whatever the pieces', () => {
    const body = `preamble\r\n${file}\x00\r\n--X\r\n--XY\r\n\r\n--XX\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--XX--\r\nepilogue`;
    for (let piece = 1; piece < 40; piece++) {
      expect(scan(body, 'XX', piece)).toEqual([
        { name: 'file', fileName: 'a "b".png', content: '\x00\r\n--X\r\n--XY\r\n' },
        { name: 'a', fileName: null, content: '1' },
      ]);
    }
  });

  test('may be empty, and a boundary may be padded', () => {
    expect(scan(`${file}\r\n--XX \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--XX--`)).toEqual([
      { name: 'file', fileName: 'a "b".png', content: '' },
      { name: 'a', fileName: null, content: '' },
    ]);
  });

  test.each([
    ['in any order', 'form-data; filename="a.png"; name="file"'],
    ['behind text that looks like one', 'form-data; filename="x; name=evil; \\"name=b"; name="file"'],
    ['behind a parameter whose name ends like theirs', 'form-data; filename="a"; x-name=evil; name=file'],
    ['on folded lines', 'form-data;\r\n filename="a";\r\n\tname="file"'],
    ['folded between the field and its value', '\r\n form-data; filename=a; name=file'],
    ['with white space around them', 'form-data ;  filename = "a" ;name = "file" ; '],
    ['once, where there are two', 'form-data; filename=a; name="file"; name=evil'],
    ['behind a comment', 'form-data (of a; name=evil kind); filename=a; name=file'],
    ['in capitals', 'FORM-DATA; FILENAME=A; NAME=file'],
  ])('have their parameters %s', (_where, disposition) => {
    const body = `--XX\r\nContent-Type: image/png\r\nContent-Disposition: ${disposition}\r\nX-Other: 1\r\n\r\n1\r\n--XX--`;
    const [part] = scan(body);
    expect(part.name).toBe('file');
    expect(part.fileName).not.toBeNull();
  });

  test('content of any bytes comes back whole', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 64 }), (content, piece) => {
        const body = Buffer.concat([Buffer.from(file), content, Buffer.from('\r\n--XX--\r\n')]);
        const [part] = scan(body, 'XX', piece);
        expect(Buffer.from(part.content, 'latin1').equals(Buffer.from(content))).toBe(true);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

describe('a header of a part', () => {
  const most = 8 * 1024;
  /** A body whose only part has a header of that many bytes, the line break before it included. */
  const withHeader = (bytes: number) => {
    const start = '\r\nContent-Disposition: form-data; name="a"\r\nX-Padding: ';
    return `--XX${start}${'x'.repeat(bytes - start.length)}\r\n\r\n1\r\n--XX--`;
  };
  const part = { name: 'a', fileName: null, content: '1' };

  for (const pieceBytes of [1, 2, 3, 5, 64, most, 2 * most]) {
    test(`has at most 8 KiB, in pieces of ${pieceBytes} bytes`, () => {
      expect(scan(withHeader(most - 1), 'XX', pieceBytes)).toEqual([part]);
      expect(scan(withHeader(most), 'XX', pieceBytes)).toEqual([part]);
      expect(() => scan(withHeader(most + 1), 'XX', pieceBytes)).toThrow('too long a header');
    });
  }

  test('is refused as soon as its end can only come too late', () => {
    const begun = (bytes: number) => withHeader(2 * most).slice(0, '--XX'.length + bytes);
    expect(() => scan(begun(most + 3))).toThrow('ends before its closing boundary');
    expect(() => scan(begun(most + 4))).toThrow('too long a header');
  });
});

describe('faults', () => {
  const broken: Record<string, string> = {
    'no closing boundary': `${file}abc`,
    'another boundary': `${file}abc\r\n--YY--`,
    'a boundary that is not followed by a line': '--XXfile',
    'no disposition': '--XX\r\nContent-Type: image/png\r\n\r\nabc\r\n--XX--',
    'no name': '--XX\r\nContent-Disposition: form-data; filename="x"\r\n\r\nabc\r\n--XX--',
    'an endless header': `--XX\r\nContent-Disposition: ${'x'.repeat(9000)}`,
    'nothing at all': '',
  };
  for (const [what, body] of Object.entries(broken)) {
    test(`refuses ${what}`, () => {
      expect(() => scan(body)).toThrow(MultipartFault);
    });
  }
});
