/** Which mutants the compiler refuses: what does not compile is no mutant. One run a project judges all of them. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Mutant, mutated } from './mutants.ts';
import { projectsByFile, runCompiler } from './projects.ts';
import type { Tree } from './tree.ts';

/** Declarations that no file imports. */
const declarations = ['src/worker.d.ts', 'src/inference/models/sources/npmcli-config.d.ts'];

/**
 * The mutants that compile. Each is checked as a file of its own beside the one that it comes from, against all others as
 * they are, in the project of that file; importers of a mutant are not checked again.
 * @throws Error when the compiler says nothing that can be read, or refuses what is no mutant
 */
export function compiling(tree: Tree, mutants: readonly Mutant[]): Mutant[] {
  const projects = projectsByFile(tree.root);
  const byProject = new Map<string, Map<string, Mutant>>();
  for (const [index, mutant] of mutants.entries()) {
    const project = projects.get(mutant.file);
    if (!project) throw new Error(`No TypeScript project has ${mutant.file}`);
    const files = byProject.get(project) ?? new Map<string, Mutant>();
    files.set(mutant.file.replace(/\.tsx?$/, `.mutant${index}$&`), mutant);
    byProject.set(project, files);
  }
  const kept = new Set([...byProject].flatMap(([project, files]) => compilingIn(tree, project, files)));
  return mutants.filter((mutant) => kept.has(mutant));
}

/** The mutants of one project that compile. @param files name of the file of each */
function compilingIn(tree: Tree, project: string, files: Map<string, Mutant>): Mutant[] {
  for (const [file, mutant] of files) {
    writeFileSync(tree.at(file), mutated(readFileSync(tree.at(mutant.file), 'utf8'), mutant));
  }
  try {
    // Where one file is no TypeScript at all, the compiler reports nothing about the types of the others.
    for (let refused = refusedOf(tree, project, files); refused.length > 0; refused = refusedOf(tree, project, files)) {
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
function refusedOf(tree: Tree, project: string, files: ReadonlyMap<string, Mutant>): string[] {
  const configuration = 'tsconfig.mutants.json';
  const include = [...declarations, ...files.keys()];
  writeFileSync(tree.at(configuration), JSON.stringify({ extends: `./${project}`, include, exclude: [] }));
  const { status, output } = runCompiler(tree.root, ['--noEmit', '--pretty', 'false', '-p', configuration]);
  rmSync(tree.at(configuration));
  const refused = new Set(
    [...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => path.posix.normalize(file)),
  );
  if (status !== 0 && refused.size === 0) throw new Error(`The compiler failed: ${output}`);
  return [...refused];
}
