import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlLine, resultName } from './curl.ts';

/** The words that a shell makes of the line. */
function words(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; EDGEMATTE_KEY=test_secret\n${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the curl line', () => {
  it('is plain for a plain name', () => {
    expect(curlLine('https://api.example.com', '$EDGEMATTE_KEY', 'photo.jpg')).toBe(
      [
        'curl -f https://api.example.com/v1.0/image-without-background \\',
        "  -H 'Expect:' \\",
        '  -H "X-API-Key: $EDGEMATTE_KEY" \\',
        '  -F file=@photo.jpg \\',
        '  -o photo-cutout.png',
      ].join('\n'),
    );
  });

  it.each([
    ['my photo.jpg', 'file=@"my photo.jpg"', 'my photo-cutout.png'],
    ['a;b,c.png', 'file=@"a;b,c.png"', 'a;b,c-cutout.png'],
    [`it's "me".webp`, `file=@"it's \\"me\\".webp"`, `it's "me"-cutout.png`],
    ['$(date).jpg', 'file=@"$(date).jpg"', '$(date)-cutout.png'],
    ['Müller.heic', 'file=@"Müller.heic"', 'Müller-cutout.png'],
    ['-o.jpg', 'file=@"-o.jpg"', '-o-cutout.png'],
  ])('reaches the shell unharmed with %s', (name, part, output) => {
    expect(words(curlLine('http://localhost:8787', '$EDGEMATTE_KEY', name))).toEqual([
      '-f',
      'http://localhost:8787/v1.0/image-without-background',
      '-H',
      'Expect:',
      '-H',
      'X-API-Key: test_secret',
      '-F',
      part,
      '-o',
      output,
    ]);
  });

  it('is ten words after curl for every name', () => {
    const names = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, (name) => {
        const found = words(curlLine('http://localhost', 'k', name));
        expect(found).toHaveLength(10);
        expect(found[9]).toBe(resultName(name, 'cutout'));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the name of a result', () => {
  it.each([
    ['photo.jpg', 'photo-cutout.png'],
    ['photo', 'photo-cutout.png'],
    ['holiday.2026.jpeg', 'holiday.2026-cutout.png'],
    ['.jpg', 'photo-cutout.png'],
    ['', 'photo-cutout.png'],
  ])('follows %j', (name, expected) => {
    expect(resultName(name, 'cutout')).toBe(expected);
  });
});
