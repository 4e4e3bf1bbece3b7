/** One result that a person mends: what was done to it, and what came of each state. It knows nothing of what is seen. */

import type { Stroke } from '../brush/repaint.ts';
import type { Brushed } from '../brush.ts';
import type { Made } from './make.ts';
import { changesAmong, type MendStep, strokesAmong, withoutChanges } from './mend-steps.ts';
import { type Click, clicksAmong, type HolesValue, holesAmong, isThere, type MendChange, stateOf } from './points.ts';
import type { PageCall } from './send.ts';

/** As long as the service remembers a charge, without the time that an upload may take. */
const freeMs = 86_400_000 - 600_000;

/** The steps of one result, and the answers to their states: each is asked for once. */
export class Mend {
  /** What is known by the page as the same result. */
  readonly key: string;
  readonly call: PageCall;
  /** Without changes; or the last one that was paid anew. Later ones are asked for under its key. */
  first: Made;
  /** The answer that is shown, with the strokes on it. */
  shown: Made;
  /** The changes of the last answer. */
  answered: readonly MendChange[] = [];
  /** Whether a person has said that the next answer may cost a credit. */
  mayPay = false;
  #steps: readonly MendStep[] = [];
  readonly #previews = new Map<string, Made>();
  readonly #wholes = new Map<string, Made>();
  readonly #painted: { readonly answer: Made; readonly strokes: readonly Stroke[]; readonly made: Made }[] = [];

  constructor(key: string, call: PageCall, first: Made) {
    this.key = key;
    this.call = call;
    this.first = first;
    this.shown = first;
    this.keep([], first);
  }

  get steps(): readonly MendStep[] {
    return this.#steps;
  }

  get changes(): readonly MendChange[] {
    return changesAmong(this.#steps);
  }

  get points(): readonly Click[] {
    return clicksAmong(this.changes);
  }

  /** What is chosen of holes. */
  get holes(): HolesValue {
    return holesAmong(this.changes) ?? this.#firstHoles;
  }

  get strokes(): readonly Stroke[] {
    return strokesAmong(this.#steps);
  }

  /** Those that the last answer knows nothing of. */
  get waiting(): readonly MendChange[] {
    return this.changes.filter((change) => !this.answered.includes(change));
  }

  /** Adds a point. @returns false where it is there already */
  addPoint(point: Click): boolean {
    if (isThere(this.points, point)) return false;
    this.#change(point);
    return true;
  }

  /** Chooses what becomes of holes. @returns false where that is so already */
  chooseHoles(holes: HolesValue): boolean {
    if (holes === this.holes) return false;
    this.#change({ kind: 'holes', holes: holes === this.#firstHoles ? null : holes });
    return true;
  }

  /** Adds what the brush did to what is shown. */
  addStrokes({ file, strokes }: Brushed): void {
    const answer = this.answerTo(this.changes, true);
    const before = this.shown;
    this.#steps = [...this.#steps, ...strokes.map((stroke) => ({ kind: 'stroke' as const, stroke }))];
    const made = { ...before, outcome: { ...before.outcome, main: file } };
    if (answer) this.keepPainted(answer, this.strokes, made);
  }

  /** Takes the last step back. */
  undo(): void {
    this.#steps = this.#steps.slice(0, -1);
  }

  /** Takes changes back that the service has refused, or that nobody wants to pay. */
  takeBack(changes: readonly MendChange[]): void {
    this.#steps = withoutChanges(this.#steps, changes);
  }

  /** What came of some changes; null where it was not asked for. @param isWhole whether it has to be in full size */
  answerTo(changes: readonly MendChange[], isWhole: boolean): Made | null {
    const state = stateOf(changes);
    return this.#wholes.get(state) ?? (isWhole ? null : this.#previews.get(state)) ?? null;
  }

  keep(changes: readonly MendChange[], made: Made): void {
    (made.outcome.isPreview ? this.#previews : this.#wholes).set(stateOf(changes), made);
  }

  /** An answer with strokes on it; null where it was not painted yet. */
  paintedOn(answer: Made, strokes: readonly Stroke[]): Made | null {
    const found = this.#painted.find(
      (each) =>
        each.answer === answer &&
        each.strokes.length === strokes.length &&
        strokes.every((stroke, index) => stroke === each.strokes[index]),
    );
    return found?.made ?? null;
  }

  keepPainted(answer: Made, strokes: readonly Stroke[], made: Made): void {
    this.#painted.push({ answer, strokes, made });
  }

  /** Whether the service certainly asks nothing for another answer. @param isTrial whether a visitor asks, who pays nothing ever */
  isFree(isTrial: boolean, nowMs: number): boolean {
    return isTrial || (this.first.paid !== null && nowMs - this.first.paid.sinceMs < freeMs);
  }

  /** As the call has it. */
  get #firstHoles(): HolesValue {
    return (this.call.options.holes ?? 'auto') as HolesValue;
  }

  #change(change: MendChange): void {
    this.#steps = [...this.#steps, { kind: 'change', change }];
  }
}
