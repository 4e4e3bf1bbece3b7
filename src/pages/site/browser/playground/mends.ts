/**
 * Results are mended: points, and what holes become, are asked for under the key of what was paid, one call at a time, strokes are painted over each
 * answer, and nothing is spent without a yes.
 */
import type { RefusalCode } from '../../../../contract/refusals.ts';
import type { Brushed } from '../brush.ts';
import { picturesOf } from './edit-by-hand.ts';
import { choose, element, onChoice, show } from './elements.ts';
import { hideFailure, showFailure } from './failure-box.ts';
import { CallFailed, failureOfPage } from './failures.ts';
import { type Made, make, makeAgain } from './make.ts';
import { meantAt } from './meant.ts';
import { Mend } from './mend.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { type Known, nothingKnown } from './outcome.ts';
import type { PaymentPanel } from './payment.ts';
import { PointTools } from './point-tools.ts';
import {
  type ClickKind,
  type HolesValue,
  type MendChange,
  photoPlaceOf,
  placeInWords,
  type ShownPlace,
  shownPlaceOf,
  takesHoles,
  takesPoints,
  withChanges,
} from './points.ts';
import type { RepeatKeys } from './repeat-keys.ts';
import { keyEnded } from './repeatable.ts';
import type { PageCall } from './send.ts';
import type { Viewer } from './viewer.ts';

/** What the page does for it. */
export interface MendsPage {
  readonly viewer: Viewer;
  readonly payment: PaymentPanel;
  readonly keys: RepeatKeys;
  /** Whether this browser makes the picture that is shown of the answer. */
  isFinishedHere(): boolean;
  /** Shows another answer in place of the one of that key. */
  show(key: string, made: Made): Promise<unknown>;
  /** Other points are there, or another choice of holes. */
  onPoints(): void;
}

/** The service takes no such point. */
const refused: readonly (string | null)[] = ['VALIDATION_ERROR', 'POINT_NOT_FOUND'];
const trialUsedUp = 'TRIAL_USED_UP' satisfies RefusalCode;
/** A smaller answer is worth a second call where it has at most so much of the longer side. */
const previewShare = 0.75;
/** As `max_size` has it. */
const leastPx = 16;
const question = 'Changes of this picture are no longer free: 20 are, within 24 hours. The next one costs 1 credit.';

/** All results of a photo that can be mended. */
export class Mends {
  readonly #page: MendsPage;
  readonly #tools: PointTools;
  readonly #turns = new OneAtATime(() => this.#turn());
  readonly #mends = new Map<string, Mend>();
  #current: Mend | null = null;
  /** Which part of the photo is shown. */
  #known: Known = nothingKnown;
  /** Ends the calls for this photo. */
  #calls = new AbortController();
  #isWholeWanted = false;
  /** What is said once what was done last is seen. */
  #done = '';

  constructor(page: MendsPage) {
    this.#page = page;
    this.#tools = new PointTools(page.viewer, element('result', HTMLElement), {
      onPlace: (place, kind) => this.#place(place, kind),
      onCross: (place) => this.#sayPlace(place),
      onUndo: () => this.#undo(),
    });
    onChoice('mend-holes', (holes) => this.#chooseHoles(holes as HolesValue));
    for (const zoom of document.querySelectorAll('input[name="zoom"]')) {
      zoom.addEventListener('change', () => page.viewer.isFitting || this.whole());
    }
  }

  /** A call with the changes of what is shown. */
  withChanges(call: PageCall): PageCall {
    return withChanges(call, this.#current?.changes ?? []);
  }

  /** Whether what is shown was mended: another answer would lack that. */
  get isMended(): boolean {
    return this.#current !== null && this.#current.steps.length > 0;
  }

  /** Another photo is there. */
  clear(): void {
    this.#calls.abort();
    this.#calls = new AbortController();
    this.#mends.clear();
    this.offer(null);
  }

  /** A result is there that can be mended. */
  begin(key: string, call: PageCall, made: Made): void {
    this.#mends.set(key, new Mend(key, call, made));
  }

  /** The result of that key is no longer kept. */
  forget(key: string): void {
    this.#mends.delete(key);
  }

  /** Offers the tools for what is shown. @param key null where nothing is */
  offer(key: string | null, known: Known = nothingKnown): void {
    const mend = (key !== null && this.#mends.get(key)) || null;
    if (mend !== this.#current) {
      askToSpend(null);
      this.#tools.say('');
    }
    const isOther = mend !== this.#current;
    this.#current = mend;
    this.#known = known;
    // It may have come while another one was shown.
    if (isOther && mend && mend.steps.length > 0) this.#turns.ask();
    this.#showTools();
  }

  /** Has what is shown in full size. @returns false where that cannot be had now */
  async whole(): Promise<boolean> {
    if (this.#turns.isRunning) await this.#turns.ask();
    const mend = this.#current;
    if (!mend?.shown.outcome.isPreview) return true;
    this.#isWholeWanted = true;
    try {
      await this.#turns.ask();
    } finally {
      this.#isWholeWanted = false;
    }
    return !mend.shown.outcome.isPreview;
  }

  /** What the brush did. @param before what it was opened with */
  addStrokes(before: Made, brushed: Brushed): void {
    const mend = this.#current;
    if (mend?.shown !== before) return;
    mend.addStrokes(brushed);
    this.#begin(mend, '');
  }

  async #showTools(): Promise<void> {
    const isOffered = await this.#page.payment.takesPoints();
    const mend = this.#current;
    const points = isOffered && mend !== null && takesPoints(mend.call);
    this.#tools.offer({ points, undo: mend !== null && mend.steps.length > 0 });
    show(element('mend-holes', HTMLElement), mend !== null && takesHoles(mend.call, mend.shown.headers));
    if (mend) choose('mend-holes', mend.holes);
    const waiting: readonly MendChange[] = mend?.waiting ?? [];
    const marks = (mend?.points ?? []).map((point) => ({
      kind: point.kind,
      place: shownPlaceOf(point, this.#known),
      isWaiting: waiting.includes(point),
    }));
    this.#tools.showMarks(marks, this.#turns.isRunning);
  }

  async #place(shown: ShownPlace, tool: ClickKind | null): Promise<void> {
    const mend = this.#current;
    const place = photoPlaceOf(shown, this.#known);
    if (!mend || !place) return this.#tools.say('That is beside the photo.');
    const kind = tool ?? (await meantAt(mend.shown.outcome, place));
    if (mend !== this.#current) return;
    if (!kind) return this.#tools.say('Choose Keep or Drop first.');
    if (!mend.addPoint({ kind, ...place })) return this.#tools.say('That is marked already.');
    this.#page.viewer.reveal(shown);
    this.#tools.say(`${kind === 'keep' ? 'Keep' : 'Drop'} at ${placeInWords(place)}. Working …`);
    await this.#begin(mend, kind === 'keep' ? 'What you clicked stays.' : 'What you clicked goes.');
  }

  #chooseHoles(holes: HolesValue): void {
    const mend = this.#current;
    if (!mend?.chooseHoles(holes)) return;
    this.#tools.say('Working …');
    this.#begin(mend, holesDone[holes]);
  }

  #sayPlace(shown: ShownPlace): void {
    const place = photoPlaceOf(shown, this.#known);
    this.#tools.say(place ? `${placeInWords(place)}.` : 'Beside the photo.');
  }

  #undo(): void {
    const mend = this.#current;
    if (!mend || mend.steps.length === 0) return;
    mend.undo();
    askToSpend(null);
    this.#begin(mend, 'Taken back.');
  }

  /** Has the picture follow what was done. @param done said once it does */
  async #begin(mend: Mend, done: string): Promise<void> {
    this.#done = done;
    hideFailure();
    this.#page.onPoints();
    const ended = this.#turns.ask();
    await this.#showTools();
    await ended;
    if (mend === this.#current) await this.#showTools();
  }

  /** Makes what is wanted now. */
  async #turn(): Promise<void> {
    const mend = this.#current;
    if (!mend) return;
    const { steps, changes } = mend;
    try {
      const answer = await this.#answer(mend);
      if (!answer) return;
      mend.answered = changes;
      const made = await painted(mend, answer);
      // What was done meanwhile has its own turn.
      if (mend !== this.#current || mend.steps !== steps) return;
      if (mend.shown !== made) {
        mend.shown = made;
        await this.#page.show(mend.key, made);
      }
      // Also where the picture stays the same: who hears the page sees nothing else.
      if (this.#done) this.#tools.say(this.#done);
      this.#done = '';
    } catch (cause) {
      if (mend === this.#current) this.#fail(mend, changes, cause);
    }
  }

  /** The service's answer for the changes. @returns null where somebody has to agree first that it costs a credit */
  async #answer(mend: Mend): Promise<Made | null> {
    const { changes } = mend;
    const mostPx = this.#mostPx(mend);
    const kept = mend.answerTo(changes, mostPx === null);
    if (kept) return kept;
    const { payment, keys } = this.#page;
    const { signal } = this.#calls;
    const call = withChanges(mend.call, changes);
    const paidBy = await payment.payment();
    try {
      let made: Made;
      if (mend.mayPay) {
        made = await make(mend.first.photo, call, { paidBy, signal, keys, events: unheard });
        if (made.callId !== null) keys.forget(made.callId);
        mend.first = made;
        mend.mayPay = false;
      } else {
        if (!mend.isFree(paidBy.kind === 'trial', Date.now())) return this.#ask(mend);
        made = await makeAgain(mend.first, call, { mostPx, paidBy, signal });
      }
      mend.keep(changes, made);
      return made;
    } catch (cause) {
      if (cause instanceof CallFailed && keyEnded.includes(cause.failure.code)) return this.#ask(mend);
      throw cause;
    } finally {
      payment.refresh();
    }
  }

  /** Nothing more is free: asks, and goes on with the answer. */
  #ask(mend: Mend): null {
    this.#tools.say('');
    askToSpend((isYes) => {
      askToSpend(null);
      mend.mayPay = isYes;
      if (!isYes) mend.takeBack(mend.waiting);
      this.#begin(mend, isYes ? this.#done : 'Taken back.');
    });
    return null;
  }

  /** How large the answer has to be: null for full size. */
  #mostPx({ first, call, strokes }: Mend): number | null {
    const { viewer, isFinishedHere } = this.#page;
    const isShownAsItIs = viewer.isFitting && !isFinishedHere() && strokes.length === 0;
    const hasSize = 'max_size' in call.operation.options && !('max_size' in call.options);
    // The trial's photos are small, and each of its calls counts.
    if (this.#isWholeWanted || !isShownAsItIs || !hasSize || first.paid === null) return null;
    const { seenPx, fullPx } = viewer;
    return seenPx > 0 && seenPx < fullPx * previewShare ? Math.max(leastPx, seenPx) : null;
  }

  /** @param asked the changes of the call that failed */
  #fail(mend: Mend, asked: readonly MendChange[], cause: unknown): void {
    const failure = cause instanceof CallFailed ? cause.failure : null;
    const waiting = asked.filter((change) => mend.waiting.includes(change));
    this.#tools.say('');
    if (failure && refused.includes(failure.code) && waiting.length > 0) {
      mend.takeBack(waiting);
      this.#page.onPoints();
      this.#tools.say(`${failure.text} ${inWords(waiting)} taken back.`);
    } else if (failure?.code === trialUsedUp) {
      mend.takeBack(waiting);
      this.#page.onPoints();
      const text = 'The trial takes five clicks on a photo, within ten minutes.';
      const signUp = failureOfPage(text, 'Sign up to go on. What you clicked before stays.', { accountHelps: true });
      showFailure(new CallFailed(signUp), () => {});
    } else if (!this.#calls.signal.aborted) showFailure(cause, () => this.#begin(mend, this.#done));
  }
}

const holesDone: Readonly<Record<HolesValue, string>> = {
  auto: 'What is drawn decides about holes.',
  open: 'Holes are open.',
  filled: 'Holes are filled.',
};

function inWords(changes: readonly MendChange[]): string {
  if (changes.some(({ kind }) => kind === 'holes')) return changes.length === 1 ? 'The choice is' : 'The changes are';
  return changes.length === 1 ? 'The point is' : 'The points are';
}

/** Asks before anything is spent. @param answer null takes the question away */
function askToSpend(answer: ((isYes: boolean) => void) | null): void {
  const place = element('mend-ask', HTMLElement);
  element('mend-ask-text', HTMLElement).textContent = answer && question;
  element('mend-yes', HTMLButtonElement).onclick = () => answer?.(true);
  element('mend-no', HTMLButtonElement).onclick = () => answer?.(false);
  const hadFocus = place.contains(document.activeElement);
  show(place, answer !== null);
  if (hadFocus && answer === null) element('viewport', HTMLElement).focus();
}

/** An answer with the strokes on it. */
async function painted(mend: Mend, answer: Made): Promise<Made> {
  const { strokes } = mend;
  const pictures = strokes.length > 0 ? picturesOf(answer) : null;
  if (!pictures) return answer;
  const kept = mend.paintedOn(answer, strokes);
  if (kept) return kept;
  const { paintStrokes } = await import('../brush.ts');
  const main = await paintStrokes(pictures, strokes);
  const made = { ...answer, outcome: { ...answer.outcome, main } };
  mend.keepPainted(answer, strokes, made);
  return made;
}

const unheard = { onStage() {}, async onReady() {}, onWait() {}, onNewKey() {} };
