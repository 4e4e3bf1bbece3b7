/**
 * The order of test files. Some share a process, and what one leaves there the next may meet: so a run has the same order as
 * the last, and `TEST_ORDER_SEED` draws another to find out.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

interface SequenceOfFiles {
  readonly sequencer?: typeof ByName;
  readonly shuffle?: { readonly files: true; readonly tests: false };
  readonly seed?: number;
}

/** For `sequence` of vitest's settings. @throws Error where the seed is no whole number */
export function sequenceOfFiles({
  TEST_ORDER_SEED: seed,
}: Readonly<Record<string, string | undefined>>): SequenceOfFiles {
  if (!seed) return { sequencer: ByName };
  if (!/^\d+$/.test(seed)) throw new Error(`TEST_ORDER_SEED is no whole number: ${seed}`);
  return { shuffle: { files: true, tests: false }, seed: Number(seed) };
}

/** What takes longest at a push: begun last, one of them would run alone at the end. */
export const begunFirst = [
  'test/money/money.test.ts',
  'test/bad-input/bad-input.test.ts',
  'test/start/supervision.test.ts',
  'test/start/full-disk.test.ts',
  'test/chaos/chaos.test.ts',
  'test/browser/documents.test.ts',
];

/** Longest first, then by project and path; vitest's own order depends on how long each took the last time. */
class ByName extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keyOf = ({ project, moduleId }: TestSpecification) => {
      const turn = begunFirst.findIndex((name) => moduleId.endsWith(`/${name}`));
      return `${turn < 0 ? begunFirst.length : turn} ${project.name} ${moduleId}`;
    };
    return files
      .map((file) => ({ file, order: file.project.config.sequence.groupOrder, key: keyOf(file) }))
      .sort((one, other) => one.order - other.order || (one.key < other.key ? -1 : 1))
      .map(({ file }) => file);
  }
}
