/** Every pattern of `/openapi.json` compiles in the languages that clients are written in. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { patternsIn } from '../../src/contract/testing/patterns.ts';
import { inProject } from '../../src/local/root.ts';
import { missing, missingPackages } from '../../testing/needs.ts';
import { describeWith } from '../run/describe-with.ts';

const execute = promisify(execFile);
const packages = 'dist/client-generators';
const program = (file: string) => inProject('test/generated-clients/patterns', file);
const patterns = patternsIn(
  openApiDocument({ serverUrl: 'https://api.example.org', supportEmail: 'help@example.org', removebg: true }),
);

const engines: readonly {
  readonly name: string;
  readonly lacks: string | null;
  readonly command: readonly string[];
}[] = [
  { name: 're of Python', lacks: null, command: ['python3', program('in_python.py')] },
  { name: 'regexp of Go', lacks: missing('go'), command: ['go', 'run', program('in_go.go')] },
  { name: 'Pattern of Java', lacks: missing('java'), command: ['java', program('InJava.java')] },
  {
    name: 'RE2',
    lacks: missingPackages('npm-packages', packages),
    command: [process.execPath, program('in_re2.mjs')],
  },
];

for (const { name, lacks, command } of engines) {
  describeWith(lacks, name, () => {
    const [file, ...words] = command;
    const env = { ...process.env, PACKAGES: inProject(packages, 'node_modules') };
    const compile = (some: readonly string[]) => execute(file, [...words, ...some], { env });

    test('compiles all of them', async () => {
      expect(patterns.length).toBeGreaterThan(15);
      await compile(patterns);
    }, 180_000);

    test('and would not compile what it does not know', async () => {
      await expect(compile(['(unclosed'])).rejects.toThrow();
    }, 180_000);
  });
}
