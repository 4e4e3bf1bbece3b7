import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { photoPath } from './own-call.ts';

test('the photo of the own calls is one that the playground has', () => {
  expect(photoPath).toMatch(/^\/samples\//);
  expect(existsSync(new URL(`../../pages/site/playground${photoPath}`, import.meta.url))).toBe(true);
});
