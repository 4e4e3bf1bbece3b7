/** `npx edgematte migrate`: what it finds in trees, that it writes nothing, and that what it advises works. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPngHeader } from '../../testing/png.ts';
import { missingFor, runSample } from '../conformance/samples.ts';
import { scenePhoto } from '../effects/scene.ts';
import { declareService } from '../service.ts';
import { edgematte } from './command.ts';

const service = declareService();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-migrate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Tree = Readonly<Record<string, string>>;

const places: Readonly<
  Record<string, { readonly tree: Tree; readonly found: readonly string[]; readonly actions: number }>
> = {
  'a shop in Node': {
    tree: {
      'package.json': '{\n  "dependencies": {\n    "express": "5.0.0",\n    "remove.bg": "^1.3.0"\n  }\n}\n',
      'package-lock.json': '{ "packages": { "node_modules/remove.bg": {} } }',
      'src/cut.js': "import { removeBackgroundFromImageUrl } from 'remove.bg';\n",
      'src/other.js': "fetch('https://api.example.net', { headers: { 'X-Api-Key': key } });\n",
      'node_modules/remove.bg/index.js': "const API_ENDPOINT = 'https://api.remove.bg/v1.0/removebg';\n",
      'test/fixtures/recorded.json': '{ "url": "https://api.remove.bg/v1.0/removebg" }\n',
      '.env.example': 'REMOVE_BG_API_KEY=\n',
    },
    found: ['.env.example:1: REMOVE_BG_API_KEY', 'package.json:4: remove.bg', "src/cut.js:1: from 'remove.bg'"],
    actions: 2,
  },
  'a service in Python': {
    tree: {
      'requirements.txt': 'requests==2.34.2\nremovebg==0.4\n',
      Dockerfile: 'FROM python:3.12\nRUN pip install removebg-cli\n',
      'app/cut.py': [
        'import requests',
        'from removebg import RemoveBg',
        '',
        'answer = requests.post("https://api.remove.bg/v1.0/removebg", headers={"X-Api-Key": key},',
        '    data={"size": "auto", "shadow_type": "3D", "semitransparency": "false"}, timeout=20)',
        'if answer.json()["errors"][0]["code"] == "unknown_foreground":',
        '    raise NothingFound',
        'if answer.json()["errors"][0]["code"] == "invalid_size":',
        '    raise WrongSize',
      ].join('\n'),
    },
    found: [
      'Dockerfile:2: pip install removebg-cli',
      'requirements.txt:2: removebg',
      'app/cut.py:2: from removebg',
      'app/cut.py:4: api.remove.bg',
      'app/cut.py:4: X-Api-Key',
      'app/cut.py:5: semitransparency": "false',
      'app/cut.py:5: shadow_type": "3D',
      'app/cut.py:5: timeout=20',
      'app/cut.py:8: invalid_size',
      'app/cut.py:6: unknown_foreground',
    ],
    actions: 8,
  },
  'a shop in Ruby': {
    tree: {
      Gemfile: "gem 'remove_bg', '~> 2.2'\n",
      'lib/cut.rb': 'require "remove_bg"\n',
      'Gemfile.lock': '    remove_bg (2.2)\n',
    },
    found: ['Gemfile:1: remove_bg', 'lib/cut.rb:1: require "remove_bg"'],
    actions: 1,
  },
  'one that never used it': {
    tree: { 'a.js': 'removeBackground(photo)\n', 'README.md': 'See remove.bg\n' },
    found: [],
    actions: 0,
  },
};

function put(tree: Tree): void {
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

/** Everything below the folder, as it is. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const file = path.join(folder, name);
    const found = statSync(file);
    hash.update(`${name} ${found.mtimeMs} `).update(found.isFile() ? readFileSync(file) : '');
  }
  return hash.digest('hex');
}

const run = (...words: string[]) =>
  edgematte({ address: 'https://api.example.org/', key: '', folder }, ['migrate', ...words]).ended;

test.each(Object.entries(places))('%s', async (_name, { tree, found, actions }) => {
  put(tree);
  const before = fingerprint();
  const { status, stdout, stderr } = await run('.');
  const lines = stdout.toString().trimEnd().split('\n');
  const shown = lines.filter((line) => line.startsWith('    ')).map((line) => line.trim());
  expect(shown.sort()).toEqual([...found].sort());
  const advice = lines.slice(0, -1).filter((line) => !line.startsWith(' '));
  expect(new Set(advice).size, 'the same advice is given once').toBe(advice.length);
  for (const line of advice) expect(line).toMatch(/\w \w/);
  expect(lines.at(-1)).toMatch(new RegExp(`^${actions} things? to do: ${found.length} places in \\d+ of \\d+ files`));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(fingerprint()).toBe(before);
});

test('as JSON, with the address that was given', async () => {
  put({ 'a.sh': 'curl https://api.remove.bg/v1.0/account\n' });
  const { stdout } = await run('.', '--json', '--address', 'https://cut.example.com');
  const lines = stdout.toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      file: 'a.sh',
      line: 1,
      found: 'api.remove.bg',
      advice: expect.stringContaining(' becomes https://cut.example.com;'),
      stays: false,
    },
    { summary: { actions: 1, places: 1, files: 1, read: 1, left_out: 0 } },
  ]);
});

test('files that were not read are listed, and the status is 1', async () => {
  put({ 'large.js': `${' '.repeat(2 ** 20)}https://api.remove.bg` });
  const { status, stderr } = await run('.');
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Not read: large.js: more than 1048576 bytes\n' });
});

test.each([[[]], [['none']], [['.', '.']]])('%j is not understood', async (words) => {
  expect((await run(...words)).status).toBe(2);
});

/** The advice for packages of PyPI whose address can be set, as a program. */
const advised = {
  removebg: (line: string) => `
import os
from removebg import RemoveBg
${line}
RemoveBg(os.environ["KEY"], "error.log").remove_background_from_img_file("photo.png")
os.rename("photo.png_no_bg.png", "out.png")
`,
  'remove-bg-api': (line: string) => `
import os
from remove_bg_api import RemoveBg
${line}
RemoveBg(os.environ["KEY"]).remove_bg_file("photo.png", out_path="out.png", raw=False)
`,
};

test.for(Object.entries(advised))('%s works with the line that is advised', async ([name, program], { skip }) => {
  const missing = await missingFor({ lang: 'Python', source: program('') });
  skip(missing !== null, missing ?? undefined);
  put({ 'requirements.txt': name });
  const { stdout } = await run('.', '--address', service.stack.base);
  const [, line = ''] = /after its import: (.*)/.exec(stdout.toString()) ?? [];
  expect(line).toContain(service.stack.base);
  writeFileSync(path.join(folder, 'photo.png'), await scenePhoto('png'));
  const { key } = await service.createKey();
  await runSample({ lang: 'Python', source: program(line) }, folder, { KEY: key });
  expect(readPngHeader(readFileSync(path.join(folder, 'out.png')))).toMatchObject({ widthPx: 120, heightPx: 80 });
});
