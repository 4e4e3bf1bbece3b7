/** `npm run lint`, second half: imports run downwards only (docs/architecture.md, import rules). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../src/start/root.ts';

/** For each folder of src: the folders it may import from, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  bounds: [],
  contract: [],
  kernels: [],
  passes: [],
  pipeline: ['bounds', 'contract', 'kernels', 'passes'],
  protocol: ['bounds', 'contract', 'passes', 'pipeline'],
  codecs: ['bounds', 'contract', 'pipeline'],
  native: ['bounds', 'contract', 'pipeline'],
  'command-line': ['contract'],
  ledger: ['contract'],
  keys: ['contract', 'command-line'],
  models: ['contract', 'command-line', 'passes'],
  gateway: ['contract'],
  fetcher: ['contract'],
  allowances: ['contract'],
  'request-log': [],
  accounts: ['bounds', 'contract', 'keys', 'allowances', 'request-log'],
  usage: ['contract', 'accounts', 'request-log'],
  billing: ['bounds', 'contract', 'keys', 'accounts'],
  operator: ['contract', 'command-line', 'keys', 'accounts'],
  site: [
    'bounds',
    'contract',
    'pipeline',
    'keys',
    'allowances',
    'request-log',
    'accounts',
    'usage',
    'billing',
    'operator',
  ],
  edge: [
    ...['bounds', 'contract', 'pipeline', 'protocol', 'codecs', 'ledger', 'fetcher'],
    ...['keys', 'allowances', 'request-log', 'accounts', 'usage', 'billing', 'operator', 'site'],
  ],
  inference: ['bounds', 'contract', 'command-line', 'passes', 'pipeline', 'protocol', 'native', 'models'],
  start: ['contract', 'command-line', 'models', 'site', 'inference', 'keys', 'fetcher'],
};
/** Files and folders of src/edge, from bottom to top: each imports only from those before it. */
const edgeOrder = [
  ...['log', 'environment', 'stores', 'timings', 'exchange', 'request-resources'],
  ...['admit', 'lanes', 'receive', 'answer', 'service', 'process', 'removebg', 'health', 'app', 'worker'],
];
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
  if (folder === 'edge' && other === 'edge') return checkEdge(path.relative(inProject('src'), file), resolved);
  if (other === folder || resolved === path.join('..', 'package.json')) return null;
  return allowed[folder]?.includes(other) ? null : `${folder} may not import from ${other} (${target})`;
}

function checkEdge(file: string, target: string): string | null {
  const [from, to] = [file, target].map((each) => each.split(path.sep)[1].replace(/\.ts$/, ''));
  if (from === 'testing' || from === to) return null;
  const [place, other] = [from, to].map((each) => edgeOrder.indexOf(each));
  if (place < 0) return `edgeOrder in scripts/imports.ts has no ${from}`;
  return other >= 0 && other < place ? null : `edge/${from} may not import from edge/${to}`;
}

function sources(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const found = path.join(directory, entry.name);
    if (entry.isDirectory()) return sources(found);
    return /\.tsx?$/.test(entry.name) ? [found] : [];
  });
}
