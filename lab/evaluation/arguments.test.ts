/** Words of the command line, and the photos of a folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choice, count, photosIn, required } from './arguments.ts';

describe('options', () => {
  it('says which one is missing', () => {
    expect(() => required('photos', undefined)).toThrow('Expected --photos');
  });

  it('takes one of the choices and names them otherwise', () => {
    expect(choice('background', 'dark', ['white', 'dark'])).toBe('dark');
    expect(() => choice('background', 'pink', ['white', 'dark'])).toThrow(
      'Expected white, dark for --background but received pink',
    );
  });

  it.each(['0', '-3', '2.5', 'many', ''])('does not take %j for a number of pixels', (text) => {
    expect(() => count('cell', text)).toThrow(`Expected a whole number for --cell but received ${text}`);
  });
});

describe('a folder of photos', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'edgematte-photos-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (...names: string[]) => names.map((name) => writeFileSync(path.join(folder, name), ''));

  it('is its JPEG, PNG and WebP files in the order of their names', () => {
    put('c.webp', 'a.JPG', 'captions.json', 'b.png', 'd.jpeg');
    expect(photosIn(folder).map((file) => path.basename(file))).toEqual(['a.JPG', 'b.png', 'c.webp', 'd.jpeg']);
  });

  it('must not be empty, nor have two photos whose results would have one name', () => {
    expect(() => photosIn(folder)).toThrow('There is no JPEG, PNG or WebP file in');
    put('a.jpg', 'a.png');
    expect(() => photosIn(folder)).toThrow('are called a. Rename one');
  });
});
