import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProject } from '../root.ts';
import { noOperator, readOperatorFile } from './operator-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-operator-'));
const file = path.join(folder, 'operator.toml');
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(file, text);
  return readOperatorFile(file);
}

test('the example can be used as it is, and so can all that is commented out in it', () => {
  const example = readOperatorFile(inProject('deploy/operator.example.toml'));
  expect(example).toMatchObject({
    staging: false,
    gateway: { vars: { INFERENCE_URL: 'https://networks.example.com' } },
  });
});

test('an empty file is as none', () => {
  expect(read('')).toEqual(noOperator);
});

test('a number is a variable too', () => {
  expect(read('[edge.vars]\nFREE_PREVIEWS_PER_MONTH = 5').edge.vars).toEqual({ FREE_PREVIEWS_PER_MONTH: '5' });
});

test('texts of pages are found beside the file', () => {
  writeFileSync(path.join(folder, 'terms.md'), '# Terms');
  expect(read('[pages]\nterms = "terms.md"').pages).toEqual({ terms: path.join(folder, 'terms.md') });
});

test.each([
  ['stagging = true', 'Unknown entry stagging. deploy/operator.example.toml shows all that there are'],
  ['[edge]\nname = "mine"', 'Unknown entry edge.name. deploy/operator.example.toml shows all that there are'],
  ['[edge]\nmigrations = []', 'Unknown entry edge.migrations. deploy/operator.example.toml shows all that there are'],
  ['[edge]\nworkers_dev = "no"', 'edge.workers_dev: Invalid input: expected boolean, received string'],
  ['[containers]\ninstances = 17', 'containers.instances: Too big: expected number to be <=16'],
  [
    '[edge.vars]\nSUPORT_EMAIL = "a@b.c"',
    'edge.vars.SUPORT_EMAIL is no variable of this Worker. docs/settings.md lists them',
  ],
  ['[edge.vars]\nLANE = "image"', 'edge.vars.LANE is no variable of this Worker. docs/settings.md lists them'],
  ['[edge.vars]\nADMIN_TOKEN = "a"', 'edge.vars.ADMIN_TOKEN is a secret. Set it with: wrangler secret put ADMIN_TOKEN'],
  ['[edge.vars]\nHEIC = "maybe"', 'edge.vars: Expected on or off for HEIC but received maybe'],
  [
    '[gateway.vars]\nSUPPORT_EMAIL = "a@b.c"',
    'gateway.vars.SUPPORT_EMAIL is no variable of this Worker. docs/settings.md lists them',
  ],
  [
    '[gateway]\n[containers]',
    'Expected [gateway] or [containers] but received both: inference is at addresses or in containers',
  ],
  ['[pages]\nprivacy = "gone.md"', `pages.privacy: ${path.join(folder, 'gone.md')} cannot be read`],
])('%j is one line', (text, line) => {
  expect(() => read(text)).toThrow(new Error(`${file}: ${line}`));
});

test.each([
  ['[edge', /: It cannot be read: [^\n]+$/],
  ['routes = ', /: It cannot be read: [^\n]+$/],
])('%j, which is no TOML, is one line', (text, line) => {
  expect(() => read(text)).toThrow(line);
});

test('a file that is not there is one line', () => {
  expect(() => readOperatorFile(path.join(folder, 'none.toml'))).toThrow(/none\.toml: It cannot be read: [^\n]+$/);
});

test.each(['operator', 'operator.conf', 'operator.TOML'])(
  'a file that wrangler would take for none is refused: %s',
  (name) => {
    writeFileSync(path.join(folder, name), 'staging = true');
    expect(() => readOperatorFile(path.join(folder, name))).toThrow('Expected a name that ends with .toml');
  },
);
