/** Which TypeScript project a file belongs to: each has types of its own, so a mutant is judged by the project of its file. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Configurations that `npm run types` checks, the one of Workers first. */
const projects = ['tsconfig.json', 'tsconfig.node.json', 'clients/typescript/tsconfig.json'];

/** Runs the compiler of a tree. @returns what it printed, and its status */
export function runCompiler(root: string, args: readonly string[]): { status: number | null; output: string } {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const ran = spawnSync(process.execPath, [compiler, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: ran.status, output: `${ran.stdout}${ran.stderr}` };
}

/**
 * For each file of a tree, from the root, the first project that lists it.
 * @throws Error when the compiler does not list a project
 */
export function projectsByFile(root: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const project of projects) {
    const { status, output } = runCompiler(root, ['--listFilesOnly', '-p', project]);
    if (status !== 0) throw new Error(`The compiler does not list ${project}: ${output}`);
    for (const line of output.split('\n')) {
      const file = path.relative(root, line.trim()).split(path.sep).join('/');
      if (!file.includes('node_modules/') && !found.has(file)) found.set(file, project);
    }
  }
  return found;
}
