import { describe, expect, it } from 'vitest';
import { day, duration, factsOf, fileSize } from './facts.ts';

function picture(headers: Record<string, string>) {
  return { png: new Blob([new Uint8Array(3 * 1024 * 1024)]), headers: new Headers(headers), milliseconds: 1234 };
}

describe('facts of a cutout', () => {
  it('tell size, file, kind and time', () => {
    const headers = {
      'X-Input-Dimensions': '4000,3000',
      'X-Processed-Dimensions': '4000,3000',
      'X-Was-Downscaled': 'false',
      'X-Image-Type-Photo': '0.9731',
      'X-Image-Type-Graphic': '0.0269',
      'Server-Timing': 'admit;dur=3.2, probe;dur=0.2, networks;dur=1812.4',
    };
    expect(factsOf(picture(headers))).toEqual([
      ['Size', '4000 × 3000 pixels'],
      ['Cutout file', '3.0 MB'],
      ['Kind', 'photo, 97 % sure'],
      ['Time', '1.2 s'],
      ['On the server', 'admit 3 ms, networks 1.8 s'],
    ]);
  });

  it('tell at which size a large picture was read', () => {
    const headers = {
      'X-Input-Dimensions': '10000,5000',
      'X-Processed-Dimensions': '5000,2500',
      'X-Was-Downscaled': 'true',
    };
    expect(factsOf(picture(headers))).toContainEqual(['Read at', '5000 × 2500 pixels']);
  });

  it('name a graphic', () => {
    expect(factsOf(picture({ 'X-Image-Type-Photo': '0.1000' }))).toContainEqual(['Kind', 'graphic, 90 % sure']);
  });

  it('leave out what is not known', () => {
    expect(factsOf(picture({})).map(([term]) => term)).toEqual(['Cutout file', 'Time']);
  });
});

describe('units', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1024, '1 kB'],
    [1024 * 1024, '1.0 MB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [20 * 1024 * 1024, '20.0 MB'],
    [20 * 1024 * 1024 + 1, '20.1 MB'],
  ])('%i bytes are %s', (bytes, text) => expect(fileSize(bytes)).toBe(text));

  it.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [61_000, '61.0 s'],
  ])('%d milliseconds are %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));

  it('writes the day of an expiry and leaves other texts alone', () => {
    expect(day('2027-01-31 23:59:59')).toBe('31 January 2027');
    expect(day('soon')).toBe('soon');
  });
});
