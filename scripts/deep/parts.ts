/** The parts of the deep level: every folder of tests, alone and in a drawn order, and what takes too long for a push. */
import type { Group } from '../../testing/groups.ts';
import { matches } from '../groups/patterns.ts';

export interface Part {
  readonly name: string;
  /** Patterns of paths: a failure is the fault of a change that touches one of them. */
  readonly paths: readonly string[];
  /** What it takes about, where it has not run yet. */
  readonly seconds: number;
  /** Test files for vitest, or a program whose words may name `SEED`; null for a group, which runs as groups do. */
  readonly runs: { readonly tests: readonly string[] } | { readonly program: readonly string[] } | null;
}

const service = ['src/**', 'clients/typescript/**', 'testing/**', 'test/*.ts', 'models/manifest.json'];

/** Too long to be drawn. */
const long = 1200;

/** What is no test file. Each ends with another status than 0 where it finds a fault. */
const programs: readonly Part[] = [
  chaos('chaos: ten minutes of attack', '--minutes', '10', '--seed', 'SEED'),
  chaos('chaos: clients that reset', '--resets', '--seed', 'SEED'),
  chaos('chaos: memory over thousands of calls', '--steady', '--seed', 'SEED'),
  {
    name: 'corpus',
    paths: [...service, 'lab/evaluation/corpus/**'],
    seconds: long,
    runs: { program: tsx('lab/evaluation/corpus/main.ts') },
  },
  {
    name: 'mutations',
    paths: ['src/**', 'lab/evaluation/mutations/**'],
    seconds: long,
    runs: { program: tsx('lab/evaluation/mutations/main.ts', '--seed', 'SEED', '--count', '40') },
  },
];

/**
 * All of them, in the order in which they run.
 * @param files paths of the tree
 */
export function partsOf(files: readonly string[], groups: readonly Group[]): Part[] {
  const grouped = groups.flatMap(({ tests }) => tests);
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !matches(grouped, file)).sort();
  return [
    ...[...new Set(tests.map(folderOf))].map((folder): Part => {
      const around = folder.startsWith('test/') ? service : ['testing/**'];
      const own = tests.filter((file) => folderOf(file) === folder);
      const each = folder.startsWith('test/') ? 30 : 2;
      // Of chaos the deep level has its ten minutes.
      const seconds = folder === 'test/chaos' ? long : own.length * each;
      return { name: folder, paths: [`${folder}/**`, ...around], seconds, runs: { tests: own } };
    }),
    ...groups.map(({ name, tests, inputs, drivesService }): Part => {
      return { name, paths: [...tests, ...(drivesService ? service : []), ...inputs], seconds: 60, runs: null };
    }),
    ...programs,
  ];
}

/** `src/pixels/pipeline`, `test/money`, `clients/typescript`; `scripts` and `testing` as a whole. */
function folderOf(file: string): string {
  const [first, second] = file.split('/');
  return first === 'scripts' || first === 'testing' ? first : `${first}/${second}`;
}

function chaos(name: string, ...words: string[]): Part {
  return {
    name,
    paths: [...service, 'lab/evaluation/chaos/**'],
    seconds: long,
    runs: { program: tsx('lab/evaluation/chaos/main.ts', ...words) },
  };
}

function tsx(...words: string[]): string[] {
  return [process.execPath, '--import', 'tsx', ...words];
}
