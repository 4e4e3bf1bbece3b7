/** Runs code samples as a reader would run them: in a folder of their own, with the key in the environment. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../../src/local/root.ts';
import { decide, missingPackages } from '../../testing/needs.ts';

const run = promisify(execFile);

export type Language = 'Shell' | 'Python' | 'JavaScript' | 'TypeScript';

export interface Sample {
  readonly lang: Language;
  readonly source: string;
}

/** Made by `.ci/install` of `requirements.txt` where that can be had; else what is there. */
const ownPython = 'dist/sample-python';
export const missingSamplePython: string | null = missingPackages('python', ownPython);
export const samplePython = missingSamplePython === null ? inProject(ownPython, 'bin/python') : 'python3';

/** How samples are run, and the programs that they call. */
const runners: Readonly<Record<Language, { readonly file: string; readonly command: readonly string[] }>> = {
  Shell: { file: 'sample.sh', command: ['bash', '-e', '-o', 'pipefail'] },
  Python: { file: 'sample.py', command: [samplePython] },
  JavaScript: { file: 'sample.mjs', command: [process.execPath] },
  TypeScript: { file: 'sample.mts', command: [process.execPath, inProject('node_modules/tsx/dist/cli.mjs')] },
};
const shellPrograms = ['curl', 'jq', 'openssl'];

/** What this machine lacks for a sample; null where it has all. */
export async function missingFor({ lang, source }: Sample): Promise<string | null> {
  const imports = [...source.matchAll(/^(?:import|from) .*$/gm)].map(([line]) => line);
  if (lang === 'Python')
    return decide('python', (await fails(samplePython, ['-c', imports.join('\n')])) ? 'Python lacks a package' : null);
  if (lang !== 'Shell') return null;
  for (const program of ['bash', ...shellPrograms.filter((each) => new RegExp(`\\b${each}\\b`).test(source))]) {
    if (await fails('sh', ['-c', `command -v ${program}`])) return decide('shell', `there is no ${program}`);
  }
  return null;
}

/**
 * Runs a sample to its end.
 * @param folder in which it runs
 * @returns what it printed
 * @throws Error with what it complained of where it fails
 */
export async function runSample({ lang, source }: Sample, folder: string, variables: NodeJS.ProcessEnv) {
  const { file, command } = runners[lang];
  writeFileSync(path.join(folder, file), source);
  const [program, ...flags] = command;
  const { stdout } = await run(program, [...flags, file], { cwd: folder, env: { ...process.env, ...variables } });
  return stdout;
}

function fails(program: string, words: readonly string[]): Promise<boolean> {
  return run(program, words).then(
    () => false,
    () => true,
  );
}
