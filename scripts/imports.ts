/** `npm run lint`, second half: imports run downwards only (docs/architecture.md, import rules). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../src/local/root.ts';
import { floors, narrowRooms, orders, typesAlone } from './imports/order.ts';
import { roomProblems } from './imports/rooms.ts';

/** These run in Workers and in Node, so they know neither: only what is native code in both. */
const portable = ['contract', 'pixels', 'wire/protocol'];
const inBoth = ['node:zlib'];
/** Compiled modules, and the room that each is of. */
const ownersOfModules: Readonly<Record<string, string>> = {
  '#kernels': 'pixels/kernels',
  '#jpeg-encoder': 'pixels/codecs',
  '#jpeg-rows': 'pixels/codecs',
  '#png-rows': 'pixels/codecs',
  '#webp-rows': 'pixels/codecs',
};

const problems: string[] = [];
/** The project's files that each file imports. */
const graph = new Map<string, string[]>();

for (const file of sources(inProject('src'))) {
  const own = within(file);
  if (/\.test\.tsx?$/.test(own) || !own.includes('/')) continue;
  const imports = importsIn(readFileSync(file, 'utf8'));
  graph.set(
    file,
    imports.flatMap(({ target }) => (target.startsWith('.') ? [path.resolve(path.dirname(file), target)] : [])),
  );
  for (const each of imports) {
    const problem = check(own, each);
    if (problem) problems.push(`src/${own}: ${problem} (${each.target})`);
  }
}
/** Outside of src: tests may import testing and never the lab, the lab may import testing, never the other way, and what both share imports neither. */
const outside: Readonly<Record<string, readonly string[]>> = { lab: ['test'], testing: ['test', 'lab'] };
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

interface Import {
  readonly target: string;
  readonly isType: boolean;
}

function importsIn(source: string): Import[] {
  const statements = source.matchAll(/(?:^(?:import|export) (type )?[^;']*?from|import\s*\(?)\s*'([^']+)'/gm);
  return [...statements].map(([, type, target]) => ({ target, isType: type !== undefined }));
}

/** @param file path within src */
function check(file: string, { target, isType }: Import): string | null {
  // Modules of WASM alone differ between Workers and Node: package.json maps them.
  const owner = ownersOfModules[target];
  if (owner) return isIn(file, [owner]) ? null : `only ${owner} may import it`;
  if (!target.startsWith('.')) {
    const platform = /^(node|cloudflare):/.test(target) && !inBoth.includes(target) && !file.endsWith('.node.ts');
    return platform && isIn(file, portable) ? `${floorOf(file)} may not import it` : null;
  }
  const other = path.posix.join(path.posix.dirname(file), target);
  if (other === '../package.json') return null;
  const narrow = Object.entries(narrowRooms).find(([room]) => isIn(file, [room]));
  if (narrow && !isIn(other, [narrow[0], ...narrow[1]])) return `${narrow[0]} may not import from ${roomOf(other)}`;
  const [floor, otherFloor] = [floorOf(file), floorOf(other)];
  if (isType && typesAlone[floor]?.includes(otherFloor)) return null;
  if (otherFloor === floor || floors[floor]?.includes(otherFloor)) return null;
  return `${floor} may not import from ${otherFloor}`;
}

/** Whether a path within src is one of these, or in one of them. */
function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place}/`));
}

function floorOf(file: string): string {
  return file.split('/')[0];
}

function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function within(file: string): string {
  return path.relative(inProject('src'), file).split(path.sep).join('/');
}

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(directory, entry.name);
    if (entry.isDirectory()) return sources(found);
    return /\.tsx?$/.test(entry.name) ? [found] : [];
  });
}
