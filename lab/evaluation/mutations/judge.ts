/**
 * The process that runs tests: one warm vitest; messages name the tests to run. When a test hangs, `judges.ts` ends this
 * process.
 */
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

/** Runs these tests in this order, up to the first that fails. */
export interface Question {
  readonly tests: readonly string[];
  /** The file that was changed since the last question, as an absolute path. */
  readonly changed: string;
}

export interface Verdict {
  /** What failed first, in words; null when all passed. */
  readonly failure: string | null;
  /** The test file that failed first; null when all passed, or what failed is no test. */
  readonly failedIn: string | null;
  /** How long each test file took, milliseconds. */
  readonly took: Readonly<Record<string, number>>;
}

/** Keeps the order that was asked for. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

const [root, ...projects] = process.argv.slice(2);
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    project: projects,
    maxWorkers: 1,
    // Each verdict is of the source as it is then.
    isolate: true,
    sequence: { sequencer: AsAsked },
    bail: 1,
    // A silent reporter: the verdict goes out by message.
    reporters: [{}],
  },
  { logLevel: 'silent' },
);
const specifications = new Map<string, TestSpecification>();
for (const specification of await vitest.globTestSpecifications()) {
  specifications.set(specification.moduleId, specification);
}

/** The file that held the mutant of the question before: by now it has been put back. */
let changedBefore: string | null = null;

async function judge({ tests, changed }: Question): Promise<Verdict> {
  for (const file of [changedBefore, changed]) if (file) vitest.invalidateFile(file);
  changedBefore = changed;
  const asked = tests.flatMap((test) => specifications.get(`${root}/${test}`) ?? []);
  if (asked.length !== tests.length) throw new Error(`There are no such tests: ${tests.join(', ')}`);
  for (const project of vitest.projects) {
    project.config.bail = 1;
    // What an earlier question has found is no answer to this one.
    vitest.state.clearFiles(project, [...specifications.keys()]);
  }
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(asked);
  const took: Record<string, number> = {};
  let failure = unhandledErrors.length > 0 ? String(unhandledErrors[0]) : null;
  let failedIn: string | null = null;
  for (const module of testModules) {
    const file = module.moduleId.slice(root.length + 1);
    took[file] = module.diagnostic().duration;
    if (module.ok()) continue;
    const failed = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
    failure = `${file}: ${failed[0] ?? module.errors()[0]?.message ?? module.state()}`;
    failedIn = file;
  }
  return { failure, failedIn, took };
}

process.on('message', async (question: Question) => {
  try {
    process.send?.(await judge(question));
  } catch (cause) {
    process.send?.({ failure: `vitest failed: ${String(cause)}`, failedIn: null, took: {} } satisfies Verdict);
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
