#!/usr/bin/env node
/** The command. The package brings what it runs in `dist`; in a clone that is built the first time. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/edgematte.js', import.meta.url);

if (!existsSync(built)) {
  process.stderr.write('Building edgematte, this once …\n');
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  spawnSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd, stdio: 'ignore' });
}
if (existsSync(built)) await import(built.href);
else {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  process.stderr.write(
    `It could not be built. To see why: cd ${root} && npm ci && npm run build -w clients/typescript\n`,
  );
  process.exitCode = 1;
}
