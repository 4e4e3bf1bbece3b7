/** Of each file of the service's tests: gives its tests the retries of `retries.ts`. Nothing that runs in a file can set them otherwise. */
import path from 'node:path';
import { beforeAll, expect, type RunnerTestSuite } from 'vitest';
import { projectRoot } from '../../src/local/root.ts';
import { retriesOf } from './retries.ts';

const retries = retriesOf(path.relative(projectRoot, expect.getState().testPath ?? ''));

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern here, it reads which fixtures a hook asks for
if (retries > 0) beforeAll(({}, file) => allow(file.tasks));

function allow(tasks: RunnerTestSuite['tasks']): void {
  for (const task of tasks) {
    if (task.type === 'suite') allow(task.tasks);
    else task.retry = retries;
  }
}
