/** The left column of the table *Upgrading* in docs/deploy.md says what package.json says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from './root.ts';

const { engines, devDependencies, overrides } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/** What package.json has for each row. */
const wanted: Readonly<Record<string, string>> = {
  wrangler: devDependencies.wrangler,
  miniflare: devDependencies.miniflare,
  'undici of miniflare': overrides.miniflare.undici,
  workerd: overrides.workerd,
  'tests in the Workers runtime': devDependencies['@cloudflare/vitest-pool-workers'],
  vitest: devDependencies.vitest,
};

const [, section] = readFileSync(inProject('docs/deploy.md'), 'utf8').split('\n## Upgrading\n');
const table = section.split('\n\n').find((paragraph) => paragraph.startsWith('|')) ?? '';
const [head, , ...rows] = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

test('its head names the oldest Node', () => {
  expect(engines.node).toBe('>=22.12');
  expect(head[2]).toBe('Now, Node 22.12 and newer');
});

test('it has a row for each package that is moved together', () => {
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(wanted));
});

test.each(rows.map(([, name, now]) => [name, now]))('%s', (name, now) => {
  // A package's name may be before its version.
  const [version] = /\d[\w.-]*\d/.exec(now.replace(/`[^`]*`/g, '')) ?? [];
  expect(version).toBe(wanted[name]);
});
