/** Which mutants the compiler refuses: what does not compile is no mutant. One run judges all of them. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Mutant, mutated } from './mutants.ts';
import type { Tree } from './tree.ts';

/**
 * The mutants that compile. Each is checked as a file of its own beside the one that it comes from, against all others as
 * they are; whoever imports a mutant is not checked again.
 * @throws Error when the compiler says nothing that can be read, or refuses what is no mutant
 */
export function compiling(tree: Tree, mutants: readonly Mutant[]): Mutant[] {
  const files = new Map<string, Mutant>();
  for (const [index, mutant] of mutants.entries()) {
    const file = mutant.file.replace(/\.ts$/, `.mutant${index}.ts`);
    writeFileSync(tree.at(file), mutated(readFileSync(tree.at(mutant.file), 'utf8'), mutant));
    files.set(file, mutant);
  }
  try {
    // Where one file is no TypeScript at all, the compiler says nothing of the types of the others.
    for (let refused = refusedOf(tree, files); refused.length > 0; refused = refusedOf(tree, files)) {
      for (const file of refused) {
        if (!files.delete(file)) throw new Error(`Types are wrong without any mutant: ${file}`);
        rmSync(tree.at(file));
      }
    }
    return [...files.values()];
  } finally {
    for (const file of files.keys()) rmSync(tree.at(file));
  }
}

/** Files that the compiler finds a fault in; none when all is well. */
function refusedOf(tree: Tree, files: ReadonlyMap<string, Mutant>): string[] {
  const configuration = tree.at('tsconfig.mutants.json');
  const include = ['src/worker.d.ts', ...files.keys()];
  writeFileSync(configuration, JSON.stringify({ extends: './tsconfig.json', include, exclude: [] }));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [tree.at('node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', configuration],
    { cwd: tree.root, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  rmSync(configuration);
  const refused = new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file));
  if (status !== 0 && refused.size === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`);
  return [...refused];
}
