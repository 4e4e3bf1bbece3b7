/** Messages of a run, for people and for programs. */
import type { Output } from '../../../../src/wire/command-line/program.ts';
import type { Try } from '../edgematte.ts';
import type { Outcome } from './batch.ts';
import type { Task } from './names.ts';
import { type Count, Progress, timeOf } from './progress.ts';
import { exitStatus, factsOf, reasonOf, statuses } from './statuses.ts';

/** Reports on standard error that a call is made again after a while, where it is. */
export function reportWait(output: Output, { failure, waitSeconds }: Try): void {
  if (waitSeconds !== null) output.complain(waitLine(failure, waitSeconds));
}

/** Counts pictures as they end, and reports each failure when it happens. */
export class Report {
  readonly #output: Output;
  readonly #json: boolean;
  readonly #progress = new Progress(process.stderr);
  readonly #beganAt = Date.now();
  #total: number;
  #done = 0;
  /** Of those that are done. */
  #toReview = 0;
  #skipped = 0;
  #failed = 0;
  /** The greatest exit status of a failure. */
  #worst: number = statuses.done;

  constructor(output: Output, json: boolean, total: number) {
    this.#output = output;
    this.#json = json;
    this.#total = total;
  }

  /** A picture has ended. */
  add(outcome: Outcome): void {
    if (outcome.kind === 'done') this.#done++;
    if (outcome.kind === 'done' && outcome.needsReview) this.#toReview++;
    if (outcome.kind === 'skipped') this.#skipped++;
    if (outcome.kind === 'failed') {
      this.#failed++;
      this.#worst = Math.max(this.#worst, exitStatus(outcome.failure));
    }
    if (this.#json) {
      this.#output.print(JSON.stringify(lineOf(outcome)));
      return;
    }
    if (outcome.kind === 'failed') this.#complain(outcome.task, reasonOf(outcome.failure));
    this.#progress.draw(this.#count());
  }

  /** A call of a picture has failed, and is made again after a while. */
  reportWait(task: Task, { failure, waitSeconds }: Try): void {
    if (waitSeconds === null) return;
    if (this.#json) {
      const seconds = Number(waitSeconds.toFixed(1));
      this.#output.print(JSON.stringify({ picture: task.file, status: 'waiting', seconds, ...factsOf(failure) }));
    } else this.#complain(task, waitLine(failure, waitSeconds));
  }

  /** More pictures than were known have come. */
  expectMore(pictures: number): void {
    this.#total += pictures;
  }

  /** Ends the report. @returns the exit status */
  end(interrupted: boolean): number {
    this.#progress.end();
    const failed = this.#failed;
    const seconds = (Date.now() - this.#beganAt) / 1000;
    const left = this.#total - this.#done - this.#skipped - failed;
    const [done, toReview] = [this.#done, this.#toReview];
    const summary = {
      ...{ done, needs_review: toReview, skipped: this.#skipped, failed, left },
      seconds: Number(seconds.toFixed(1)),
    };
    if (this.#json) this.#output.print(JSON.stringify({ summary }));
    else {
      const reviewed = toReview > 0 ? ` (${toReview} to review)` : '';
      const counts = [`${done} done${reviewed}`, `${summary.skipped} there before`, `${failed} failed`, `${left} left`];
      this.#output.complain(`${counts.join(', ')}, in ${timeOf(seconds)}`);
    }
    return interrupted ? statuses.interrupted : this.#worst;
  }

  /** Says something of a picture, above the bar. */
  #complain({ file }: Task, words: string): void {
    this.#progress.end();
    this.#output.complain(`${file}: ${words}`);
  }

  #count(): Count {
    return { done: this.#done, failed: this.#failed, total: this.#total - this.#skipped };
  }
}

function lineOf(outcome: Outcome): object {
  const picture = outcome.task.file;
  if (outcome.kind === 'skipped') return { picture, status: 'skipped' };
  if (outcome.kind === 'done') {
    const { outputs, needsReview, requestId } = outcome;
    return { picture, status: 'done', outputs, needs_review: needsReview, request_id: requestId };
  }
  return { picture, status: 'failed', ...factsOf(outcome.failure) };
}

function waitLine(failure: unknown, waitSeconds: number): string {
  return `${reasonOf(failure)}. Trying again in ${timeOf(waitSeconds)}`;
}
