/** Rules of biome.json that are there for more than style: each finds what it forbids. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository;
beforeEach(() => {
  repository = temporaryRepository();
  repository.write('biome.json', readFileSync(inProject('biome.json'), 'utf8'));
  repository.write('.gitignore', '');
});
afterEach(() => repository.remove());

/** What lint says of a module that begins like this. */
function lint(statement: string): { readonly status: number | null; readonly said: string } {
  repository.write('module.ts', `${statement}\n\nexport const name = z.string();\n`);
  const biome = inProject('node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['lint', '.'], { cwd: repository.folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test.each(["import { z } from 'zod';", "import { core, z } from 'zod';", "import z from 'zod';"])(
  'an import that bundles all translations of zod is an error: %s',
  (statement) => {
    const { status, said } = lint(statement);
    expect(said).toContain('lint/style/noRestrictedImports');
    expect(said).toContain('import * as z');
    expect(status).toBe(1);
  },
);

test('an import that leaves them out is none', () => {
  expect(lint("import * as z from 'zod';")).toMatchObject({ status: 0 });
});
