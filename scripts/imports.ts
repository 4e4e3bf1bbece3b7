/** `npm run lint`, second half: imports run downwards only (docs/architecture.md, import rules). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../src/local/root.ts';
import { allowed, orders } from './imports/order.ts';
import { roomProblems } from './imports/rooms.ts';

/** Of the pages' rooms the edge has what is named here. `page-routes.ts` mounts the pages, so it may import all of them. */
const pageRooms = ['site', 'accounts', 'operator', 'notices'];
const edgeFromPages: Readonly<Record<string, readonly string[]>> = {
  'app.ts': ['site/layout/not-found.tsx', 'site/layout/policies.ts'],
  'worker.ts': ['notices/consume.ts', 'notices/send.ts'],
};
/** These run in Workers and in Node, so they know neither: only what is native code in both. */
const portable = ['bounds', 'contract', 'kernels', 'passes', 'pipeline', 'protocol'];
const inBoth = ['node:zlib'];
/** Compiled modules, and the folder that each is of. */
const ownersOfModules: Readonly<Record<string, string>> = {
  '#kernels': 'kernels',
  '#jpeg-encoder': 'codecs',
  '#jpeg-rows': 'codecs',
  '#png-rows': 'codecs',
  '#webp-rows': 'codecs',
};

const problems: string[] = [];
/** The project's files that each file imports. */
const graph = new Map<string, string[]>();

for (const file of sources(inProject('src'))) {
  const relative = path.relative(inProject('src'), file);
  const folder = relative.split(path.sep)[0];
  if (/\.test\.tsx?$/.test(relative) || !relative.includes(path.sep)) continue;
  const targets = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, target]) => target,
  );
  const own = targets.filter((target) => target.startsWith('.'));
  graph.set(
    file,
    own.map((target) => path.resolve(path.dirname(file), target)),
  );
  for (const target of targets) {
    const problem = check(file, folder, target);
    if (problem) problems.push(`src/${relative}: ${problem}`);
  }
}
/** Outside of src: tests may import evaluation, never the other way, and what both share imports neither. */
const outside: Readonly<Record<string, readonly string[]>> = { evaluation: ['test'], testing: ['test', 'evaluation'] };
for (const [folder, forbidden] of Object.entries(outside)) {
  for (const file of sources(inProject(folder))) {
    for (const [, target] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|}).* from '(\.[^']+)'/gm)) {
      const [other] = path.relative(inProject('.'), path.resolve(path.dirname(file), target)).split(path.sep);
      const relative = path.relative(inProject('.'), file);
      if (forbidden.includes(other)) problems.push(`${relative}: ${folder} may not import from ${other} (${target})`);
    }
  }
}

const cleared = new Set<string>();
for (const file of graph.keys()) findCycles(file, []);
const within = (file: string) => path.relative(inProject('src'), file).split(path.sep).join('/');
problems.push(
  ...roomProblems(new Map([...graph].map(([file, targets]) => [within(file), targets.map(within)])), orders),
);

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('Imports run downwards only, and never in a circle.');

/** Depth first; imports of types are dependencies too. */
function findCycles(file: string, way: readonly string[]): void {
  const before = way.indexOf(file);
  if (before >= 0) {
    const circle = [...way.slice(before), file].map((each) => path.relative(inProject('.'), each));
    problems.push(`a circle of imports: ${circle.join(' → ')}`);
    return;
  }
  if (cleared.has(file)) return;
  for (const target of graph.get(file) ?? []) findCycles(target, [...way, file]);
  cleared.add(file);
}

function check(file: string, folder: string, target: string): string | null {
  // Modules of WASM alone differ between Workers and Node: package.json maps them.
  const owner = ownersOfModules[target];
  if (owner) return folder === owner ? null : `only ${owner} may import ${target}`;
  if (!target.startsWith('.')) {
    const platform = /^(node|cloudflare):/.test(target) && !inBoth.includes(target) && !file.endsWith('.node.ts');
    return platform && portable.includes(folder) ? `${folder} may not import ${target}` : null;
  }
  const resolved = path.relative(inProject('src'), path.resolve(path.dirname(file), target));
  const other = resolved.split(path.sep)[0];
  if (folder === 'edge' && pageRooms.includes(other) && !mayHavePages(file, resolved)) {
    return `of the pages, edge imports only what edgeFromPages in scripts/imports.ts names (${target})`;
  }
  if (other === folder || resolved === path.join('..', 'package.json')) return null;
  return allowed[folder]?.includes(other) ? null : `${folder} may not import from ${other} (${target})`;
}

function mayHavePages(file: string, target: string): boolean {
  const own = path.relative(inProject('src', 'edge'), file);
  return own === 'page-routes.ts' || own.startsWith('testing/') || (edgeFromPages[own]?.includes(target) ?? false);
}

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(directory, entry.name);
    if (entry.isDirectory()) return sources(found);
    return /\.tsx?$/.test(entry.name) ? [found] : [];
  });
}
