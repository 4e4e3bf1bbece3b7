import { describe, expect, it } from 'vitest';
import { duration, factsOf, fileSize } from './facts.ts';
import { nothingKnown } from './outcome.ts';

const bytes = 3 * 1024 * 1024;
const facts = (known: Partial<typeof nothingKnown>) => factsOf({ known: { ...nothingKnown, ...known }, bytes }, 1234);

describe('facts of a result', () => {
  it('tell size, file, kind and time', () => {
    expect(facts({ inputPx: [4000, 3000], processedPx: [4000, 3000], photo: 0.9731 })).toEqual([
      ['Size', '4000 × 3000 pixels'],
      ['Answer', '3.0 MB'],
      ['Kind', 'photo, 97 % sure'],
      ['Time', '1.2 s'],
    ]);
  });

  it('tell at which size a large picture was read', () => {
    expect(facts({ inputPx: [10_000, 5000], processedPx: [5000, 2500], wasDownscaled: true })).toContainEqual([
      'Read at',
      '5000 × 2500 pixels',
    ]);
  });

  it('name a graphic, and the shadow of a car', () => {
    expect(facts({ photo: 0.1 })).toContainEqual(['Kind', 'graphic, 90 % sure']);
    expect(facts({ shadowType: 'none' })).toContainEqual(['Shadow', 'none']);
  });

  it('leave out what is not known', () => {
    expect(facts({}).map(([term]) => term)).toEqual(['Answer', 'Time']);
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
  ])('%i bytes are %s', (size, text) => expect(fileSize(size)).toBe(text));

  it.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [61_000, '61.0 s'],
  ])('%d milliseconds are %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));
});
