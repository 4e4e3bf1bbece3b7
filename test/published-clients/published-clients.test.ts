/** Clients of remove.bg that others have published, unmodified, against the real service: see the README of this folder. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { missingNamespaces, runInNamespace } from '../namespace.ts';
import { describeWith } from '../run/describe-with.ts';
import { cases } from './cases.ts';
import { type Client, clients, packages } from './clients.ts';
import type { Report } from './inside.ts';
import { caseCalled, faultsOf } from './judge.ts';
import { canSay } from './says.ts';
import { longTable, type Passed, shortTable } from './table.ts';

const text = (file: string) => readFileSync(inProject(file), 'utf8');

/** Versions that CI installs, by package. */
const pinned: Readonly<Record<string, string>> = {
  ...(JSON.parse(text('test/published-clients/package.json')) as { dependencies: Record<string, string> }).dependencies,
  ...Object.fromEntries(
    [...text('test/conformance/requirements.txt').matchAll(/^(\S+)==(\S+)$/gm)].map(([, name, version]) => [
      name,
      version,
    ]),
  ),
};

test.each([
  ...clients.flatMap(({ name, from }) => (from ? [[name, 'from-removebg']] : [])),
  ['withoutbg', 'from-withoutbg'],
])('the version of %s that %s.md names is the one that CI installs', (name, page) => {
  const named = [...text(`docs/guides/${page}.md`).matchAll(/`([\w.-]+)` (\d+(?:\.\d+)+)/g)];
  expect(named.filter(([, each]) => each === name).map(([, , version]) => version)).toEqual([pinned[name]]);
});

const there = clients.filter(({ from }) => from === null || packages[from].missing === null);

describeWith(missingNamespaces, 'with the host api.remove.bg on this machine', () => {
  let report: Report;
  beforeAll(async () => {
    const names = there.map(({ name }) => name);
    report = (await runInNamespace('test/published-clients/inside.ts', names)) as Report;
  }, 540_000);

  const faults = ({ name }: Client, what: string) => faultsOf(caseCalled(what), report[name].got, report.curl.got);
  const passed: Passed = (name, what) => {
    const client = clients.find((each) => each.name === name);
    return client && canSay(client.says, caseCalled(what)) ? faults(client, what).length === 0 : null;
  };

  describe.each(there)('$name', (client) => {
    test.each(cases.filter((each) => canSay(client.says, each)))('$subject: $what', ({ what }) => {
      expect(faults(client, what)).toEqual([]);
    });

    test('pays one credit a picture, and nothing else', () => {
      const pictures = Object.values(report[client.name].got).filter(({ shown }) => shown !== null);
      expect(report[client.name].cost).toBe(pictures.length);
    });
  });

  test.for([
    { page: 'docs/guides/from-removebg.md', name: 'clients', tableOf: shortTable },
    { page: 'test/published-clients/cases.md', name: 'cases', tableOf: longTable },
  ])('the table of $page is that of this run', async ({ page, name, tableOf }, { skip }) => {
    skip(there.length < clients.length, 'Not all clients are installed');
    const table = tableOf(passed);
    console.log(table);
    await expect(withTable(page, name, table)).toMatchFileSnapshot(inProject(page));
  });
});

/** The page with another table between its marks. */
function withTable(page: string, name: string, table: string): string {
  const current = text(page);
  const [begin, end] = [`<!-- ${name}: made by test/published-clients -->\n`, `<!-- end of ${name} -->`];
  const from = current.indexOf(begin) + begin.length;
  const to = current.indexOf(end, from);
  if (from < begin.length || to < from) throw new Error(`${page} has no place for ${name}`);
  return `${current.slice(0, from)}\n${table}\n\n${current.slice(to)}`;
}

test('there are at least 40 cases: curl has all of them to run, the others all that they can say', () => {
  expect(new Set(cases.map(({ what }) => what)).size).toBe(cases.length);
  const counts = new Map(clients.map(({ name, says }) => [name, cases.filter((each) => canSay(says, each)).length]));
  expect(cases.length).toBeGreaterThanOrEqual(40);
  expect(counts.get('curl')).toBe(cases.length);
  expect(counts.get('remove.bg')).toBeGreaterThanOrEqual(20);
  expect(counts.get('removebg')).toBeGreaterThanOrEqual(8);
});

test.each(there.flatMap(({ from, files }) => (from ? [{ from, files }] : [])))(
  'files of $from are as they were published: $files',
  ({ from, files }) => {
    const root = from === 'npm' ? packages.npm.folder : sitePackages();
    const found = Object.keys(files).map((file) => {
      const hash = createHash('sha256').update(readFileSync(path.join(root, file)));
      return [file, hash.digest('hex')];
    });
    expect(Object.fromEntries(found)).toEqual(files);
  },
);

function sitePackages(): string {
  const program = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  return execFileSync(packages.PyPI.python, ['-c', program], { encoding: 'utf8' }).trim();
}
