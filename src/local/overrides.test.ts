/** What `overrides` of package.json is there for: packages that others pin at versions with advisories. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from './root.ts';

test('miniflare has an undici without the advisories of July 2026: 7.29 or newer', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string } | undefined>>;
  };
  const { version } = packages['node_modules/miniflare/node_modules/undici'] ?? packages['node_modules/undici'] ?? {};
  const [major, minor] = (version ?? '').split('.').map(Number);
  expect(major).toBe(7);
  expect(minor).toBeGreaterThanOrEqual(29);
});
