/** The left column of the table *Upgrading* in docs/deploy.md says what package.json says, and the date of Workers what workerd says. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { compatibilityDate } from './compatibility-date.ts';
import { inProject } from './root.ts';

const { engines, devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));

/** What package.json has for each row. */
const wanted: Readonly<Record<string, string>> = {
  wrangler: devDependencies.wrangler,
  miniflare: devDependencies.miniflare,
  workerd: packages['node_modules/workerd'].version,
  'tests in the Workers runtime': devDependencies['@cloudflare/vitest-plugin'],
  vitest: devDependencies.vitest,
  'types of Node': devDependencies['@types/node'],
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
  const [version] = /\d[\w.-]*\w/.exec(now.replace(/`[^`]*`/g, '')) ?? [];
  expect(version).toBe(wanted[name]);
});

test.each(['wrangler', 'miniflare', 'workerd'])('%s exists once', (name) => {
  const places = Object.keys(packages).filter((place) => place.split('node_modules/').at(-1) === name);
  expect(places).toEqual([`node_modules/${name}`]);
});

test('Workers ask for the newest behaviour that workerd knows', () => {
  expect(compatibilityDate).toBe(createRequire(import.meta.url)('workerd').compatibilityDate);
});

test.each([
  ...['wrangler.toml', 'src/wire/fetcher/wrangler.toml', 'src/wire/gateway/wrangler.toml'],
  'src/wire/gateway/wrangler.container.toml',
])('%s asks for it, too', (file) => {
  const [, date] = /^compatibility_date = "(.*)"$/m.exec(readFileSync(inProject(file), 'utf8')) ?? [];
  expect(date).toBe(compatibilityDate);
});
