/** Many pictures: some at once, each once, until all are done or a failure shows that no other could succeed. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Edgematte } from '../edgematte.ts';
import { fingerprintsOf, type Journal } from './journal.ts';
import type { Targets, Task } from './names.ts';
import type { Pace } from './pace.ts';
import type { Plan } from './plan.ts';
import { optionsFor } from './points.ts';
import { endsAll } from './statuses.ts';
import { keeping } from './unkept.ts';
import { removeFormer, writeWhole } from './write.ts';

/** What became of a picture. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly task: Task;
      readonly requestId: string;
      readonly needsReview: boolean;
      readonly outputs: readonly string[];
    }
  | { readonly kind: 'skipped'; readonly task: Task }
  | { readonly kind: 'failed'; readonly task: Task; readonly failure: unknown };

export interface Batch {
  readonly plan: Plan;
  /** The client for a picture. */
  readonly edgematteFor: (task: Task) => Edgematte;
  readonly journal: Journal | null;
  readonly pace: Pace;
  /** Aborted to begin no further picture. */
  readonly stop: AbortController;
  /** Called for each picture. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Works on tasks as they come. Ends once those in work have ended. */
export async function runBatch(tasks: AsyncIterable<Task>, batch: Batch): Promise<void> {
  const next = tasks[Symbol.asyncIterator]();
  const work = async () => {
    for (;;) {
      const { done, value: task } = await next.next();
      if (done || batch.stop.signal.aborted) return;
      const outcome = await outcomeOf(task, batch);
      if (!outcome) return;
      batch.onOutcome(outcome);
      if (outcome.kind === 'failed' && endsAll(outcome.failure)) batch.stop.abort();
    }
  };
  await Promise.all(Array.from({ length: batch.plan.parallel }, work));
}

/** Whether a picture needs no call: its result is there, and is wanted as it is. */
export function isThere(task: Task, { skipsExisting, again }: Plan, isDone: () => boolean): boolean {
  const hasLast = (targets: Targets) => [...targets.values()].slice(-1).some((last) => existsSync(last));
  const isKept = hasLast(task.targets) || hasLast(task.reviewTargets);
  return isKept && (skipsExisting || (!again && isDone()));
}

/** @returns null where the picture was not begun, because of the signal */
async function outcomeOf(task: Task, { plan, edgematteFor, journal, pace, stop }: Batch): Promise<Outcome | null> {
  const { kind } = plan;
  try {
    const options = optionsFor(task, plan.options);
    const file = await readFile(task.file);
    const asked = fingerprintsOf(kind.id, options.texts, file);
    if (isThere(task, plan, () => journal?.isDone(task.file, asked.whole) === true)) return { kind: 'skipped', task };
    const begins = await pace.turn(stop.signal).then(
      () => true,
      () => false,
    );
    if (!begins) return null;
    const begun = await journal?.begin(task.file, asked, plan.again);
    const idempotencyKey = begun ?? plan.idempotencyKey ?? randomUUID();
    const { files, requestId, needsReview } = await kind.call(edgematteFor(task), new Blob([file]), options, {
      idempotencyKey,
    });
    const [targets, others] = needsReview ? [task.reviewTargets, task.targets] : [task.targets, task.reviewTargets];
    const outputs: string[] = [];
    await keeping({ requestId, idempotencyKey, inJournal: journal !== null }, async () => {
      for (const { layer, bytes } of files) {
        const target = targets.get(layer);
        if (target === undefined) continue;
        await writeWhole(target, bytes);
        outputs.push(target);
      }
      await removeFormer([...others.values()], outputs);
      await journal?.done(task.file, asked.whole);
    });
    return { kind: 'done', task, requestId, needsReview, outputs };
  } catch (failure) {
    return { kind: 'failed', task, failure };
  }
}
