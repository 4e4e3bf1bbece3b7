import { expect, it } from 'vitest';
import { sameSize } from './same-size.ts';

const tried = [
  { compressionLevel: 1, adaptiveFiltering: false, bytes: 1500, cpuSeconds: 0.1 },
  { compressionLevel: 6, adaptiveFiltering: false, bytes: 1040, cpuSeconds: 0.6 },
  { compressionLevel: 2, adaptiveFiltering: true, bytes: 960, cpuSeconds: 0.4 },
  { compressionLevel: 6, adaptiveFiltering: true, bytes: 800, cpuSeconds: 1.2 },
];

it('takes the fastest of those within a twentieth', () => {
  expect(sameSize(tried, 1000)).toBe(tried[2]);
});

it('takes the nearest where none is', () => {
  expect(sameSize(tried, 1200)).toBe(tried[1]);
  expect(sameSize(tried, 600)).toBe(tried[3]);
});

it('needs one', () => {
  expect(() => sameSize([], 1)).toThrow('No setting was tried');
});
