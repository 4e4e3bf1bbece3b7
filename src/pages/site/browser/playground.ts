/** The page at `/`: a photo in, what the service makes of it out. One photo at a time, and one call. */
import { kinds } from '../playground/kinds.ts';
import { showCode as showCodeOf } from './playground/code-pane.ts';
import { serveDemonstration } from './playground/demonstration.ts';
import { type DividedCall, divideCall } from './playground/divided-call.ts';
import { offerDownload, serveDownloads } from './playground/downloads.ts';
import { offerEditing, serveEditing } from './playground/edit-by-hand.ts';
import { choose, chosen, element, onChoice, show } from './playground/elements.ts';
import { duration, fileSize } from './playground/facts.ts';
import { hideFailure, showFailure } from './playground/failure-box.ts';
import { serveBackground } from './playground/finish-form.ts';
import { outcomeFor } from './playground/finishing.ts';
import { callOfForm, chooseKind, onCallChange, showFields } from './playground/form.ts';
import { type Given, nameOf } from './playground/given.ts';
import { takePhotos } from './playground/intake.ts';
import { showKnown } from './playground/known.ts';
import { type Made, type MakeEvents, make } from './playground/make.ts';
import { Mends } from './playground/mends.ts';
import { type Payment, PaymentPanel } from './playground/payment.ts';
import { servePresets } from './playground/presets.ts';
import { RepeatKeys, storageOfBrowser } from './playground/repeat-keys.ts';
import type { PageCall } from './playground/send.ts';
import { SubjectBox } from './playground/subject-box.ts';
import { Viewer } from './playground/viewer.ts';

/** Results that are kept, so that seeing them again costs nothing. */
const keptResults = 8;

const runButton = element('run', HTMLButtonElement);
const cancelButton = element('cancel', HTMLButtonElement);

let photo: Given | null = null;
/** The same as it was sent, which is what is drawn upon; null before it was, and for an address, whose photo is not shown. */
let sentPhoto: File | null = null;
/** What the service made of this photo, by who paid and what was sent. */
let made = new Map<string, Made>();
/** What is shown, as the form wants it; null where nothing is. */
let shown: { readonly key: string; readonly made: Made } | null = null;
/** Whether this browser makes what it can of a cutout; false from where it failed until something else is asked for. */
let isHere = true;
/** Whether something else was chosen while a call was in work. */
let isChangeWaiting = false;
/** Ends what is made here now; the next takes its place. */
let finishing = new AbortController();
/** Ends when what was chosen last is shown, or cannot be. */
let showing: Promise<unknown> = Promise.resolve();
/** Ends the call in work; a new photo or another call takes its place. */
let running: AbortController | null = null;

const viewer = new Viewer();
const subjectBox = new SubjectBox(showForDrawing);
const payment = new PaymentPanel(whenCallChanges);
const repeatKeys = new RepeatKeys();
const mends = new Mends({
  ...{ viewer, payment, keys: repeatKeys },
  isFinishedHere: () => wanted().output !== null,
  show(key, mended) {
    keep(key, mended);
    showing = showFinished(key, mended);
    return showing;
  },
  onPoints: showCode,
});

showFields();
showCode();
serveDemonstration();
serveBackground();
takePhotos((given) => {
  photo = given;
  sentPhoto = null;
  isHere = true;
  subjectBox.clear();
  made = new Map();
  shown = null;
  mends.clear();
  showCode();
  run();
});
onCallChange(whenFormChanges);
servePresets(storageOfBrowser(), (kind) => {
  if (kind !== null) chooseKind(kind);
  showFields();
  whenFormChanges();
});
onChoice('language', showCode);
onChoice('seen', showPane);
showPane();
element('call', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
cancelButton.addEventListener('click', () => running?.abort());
serveDownloads(viewer, async () => ((await mends.whole()) ? shownAtLast() : null));
serveEditing(
  async () => ((await mends.whole()) && shown && made.get(shown.key)) || null,
  (before, brushed) => mends.addStrokes(before, brushed),
);

/** Something else is asked for: this browser may be able to make it. */
function whenFormChanges(): void {
  isHere = true;
  whenCallChanges();
}

/** What the form asks for has changed: a result that is kept is shown as it is wanted, anything else waits for the button. */
function whenCallChanges(): void {
  showCode();
  isChangeWaiting = running !== null;
  if (!photo || running) return;
  const { sent } = wanted();
  const key = keyOf(sent);
  const kept = made.get(key);
  if (kept) showing = shown?.key === key ? showFinished(key, kept) : showMade(key, kept);
  say(kept ? done(sent, kept) : `The call has changed. Run makes it for this photo${withoutEdit()}.`);
  offerRun();
}

/** What another answer would lack of the one that is shown. */
function withoutEdit(): string {
  return mends.isMended ? ', without your edit by hand' : '';
}

function wanted(): DividedCall {
  return divideCall(callOfForm(), isHere);
}

/** What is shown when all that was chosen is: a file is never that of an earlier choice. */
async function shownAtLast(): Promise<Made | null> {
  let awaited: typeof showing;
  do {
    awaited = showing;
    await awaited.catch(() => {});
  } while (awaited !== showing);
  return shown?.made ?? null;
}

/** Offers what is not there yet, and says what it costs. */
function offerRun(): void {
  const isOffered = photo !== null && running === null && !made.has(keyOf(wanted().sent));
  runButton.disabled = !isOffered;
  runButton.textContent = isOffered ? `Run · ${payment.cost}` : 'Run';
}

/** What a result is known by. */
function keyOf({ operation, options }: PageCall): string {
  const given = Object.entries(options).map(([name, value]) => [
    name,
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  ]);
  return JSON.stringify([chosen('wallet'), operation.name, given.sort()]);
}

/** Has the call of the form made for the photo, and shows it or says why not. */
async function run(): Promise<void> {
  const given = photo;
  if (!given) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const { sent: call } = wanted();
  const stopClock = begin(given);
  const isLatest = () => running === mine;
  let sentBy: Payment | null = null;
  let costNote = '';
  try {
    const paidBy = await payment.payment();
    const key = keyOf(call);
    const events: MakeEvents = {
      onStage(stage) {
        if (stage === 'Sending') sentBy = paidBy;
        if (isLatest()) sayStage(stage);
      },
      onReady: showSent,
      onWait: () => isLatest() && sayStage('Waiting for the earlier call'),
      onNewKey() {
        costNote = ' The earlier call cannot be repeated any more: this run costs a credit.';
        if (isLatest()) say(costNote.trim());
      },
    };
    const result = await make(given, call, { paidBy, signal: mine.signal, keys: repeatKeys, events });
    if (!isLatest()) return;
    keep(key, result);
    mends.begin(key, call, result);
    const isShown = await showMade(key, result);
    if (result.callId !== null) repeatKeys.forget(result.callId);
    // While it was drawn another photo may have been given.
    if (isShown && isLatest()) say(done(call, result) + costNote);
  } catch (cause) {
    if (!isLatest()) return;
    if (mine.signal.aborted) say(cancelled(sentBy));
    else {
      say('');
      showFailure(cause, run);
    }
  } finally {
    stopClock();
    if (isLatest()) {
      running = null;
      end();
    }
  }
}

/** The photo as it is sent, which the result will be laid upon. */
async function showSent(sent: Given): Promise<void> {
  sentPhoto = sent instanceof File ? sent : null;
  await viewer.showPhoto(sent);
  bringIntoView('smooth');
}

/** The photo alone, for a result may show another part of it. @returns false without a photo, and while a call is in work */
async function showForDrawing(): Promise<boolean> {
  if (!sentPhoto || running) return false;
  shown = null;
  finishing.abort();
  offerDownload(null);
  offerEditing(null);
  mends.offer(null);
  await viewer.showPhoto(sentPhoto);
  return true;
}

/** Sets the page for a call. @returns ends the clock that is seen */
function begin(given: Given): () => void {
  shown = null;
  finishing.abort();
  isChangeWaiting = false;
  choose('seen', 'picture');
  showPane();
  subjectBox.close();
  hideFailure();
  show(element('result', HTMLElement), true);
  show(element('busy', HTMLElement), true);
  element('studio', HTMLElement).dataset.state = 'busy';
  viewer.clearOutcome();
  offerDownload(null);
  offerEditing(null);
  mends.offer(null);
  showKnown(null);
  runButton.disabled = true;
  const size = given instanceof URL ? '' : `, ${fileSize(given.size)}`;
  say(`Working on ${nameOf(given)}${size}.`);
  sayStage('Reading');
  bringIntoView('smooth');
  const startedAt = performance.now();
  const elapsed = element('elapsed', HTMLElement);
  const tick = () => {
    elapsed.textContent = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  };
  tick();
  const clock = setInterval(tick, 100);
  return () => clearInterval(clock);
}

function end(): void {
  const hadFocus = document.activeElement === cancelButton;
  show(element('busy', HTMLElement), false);
  element('studio', HTMLElement).dataset.state = shown ? 'done' : 'given';
  // What is shown and hidden moves the picture, and ends a way that was still gone.
  if (shown) bringIntoView('instant');
  if (hadFocus) element('viewport', HTMLElement).focus();
  payment.refresh();
  offerRun();
  if (shown && isChangeWaiting) whenCallChanges();
}

function keep(key: string, result: Made): void {
  made.set(key, result);
  for (const oldest of made.keys()) {
    if (made.size <= keptResults) break;
    made.delete(oldest);
    mends.forget(oldest);
  }
}

/** Shows an answer. @returns whether it is seen as the form wants it */
async function showMade(key: string, result: Made): Promise<boolean> {
  const isSamePhoto = shown?.made.photo === result.photo || running !== null;
  shown = { key, made: result };
  mends.offer(key, result.outcome.known);
  hideFailure();
  if (!isSamePhoto) await viewer.showPhoto(result.photo);
  const isFinished = await showFinished(key, result);
  bringIntoView('instant');
  return isFinished;
}

/** Shows an answer as the form wants it. Where this browser cannot make that, the service is offered. @returns whether it is seen */
async function showFinished(key: string, result: Made): Promise<boolean> {
  finishing.abort();
  // What is made here is made of all pixels.
  if (result.outcome.isPreview && wanted().output) {
    mends.whole();
    return false;
  }
  const mine = new AbortController();
  finishing = mine;
  const isLatest = () => !mine.signal.aborted && shown?.key === key;
  const finished = await outcomeFor(result, wanted(), mine.signal).catch((cause: unknown) => {
    if (!isLatest()) return null;
    console.warn(cause);
    askService();
    return null;
  });
  if (!finished || !isLatest()) return false;
  shown = { key, made: { ...result, outcome: finished } };
  offerDownload(shown.made);
  offerEditing(result);
  mends.offer(key, finished.known);
  showKnown(shown.made);
  await viewer.showOutcome(finished);
  return true;
}

/** This browser has failed at something: what the service made of it is shown, or offered. */
function askService(): void {
  isHere = false;
  const { sent } = wanted();
  const kept = made.get(keyOf(sent));
  if (kept) showing = showMade(keyOf(sent), kept);
  else say(`This browser cannot make that. Run has the service make it${withoutEdit()}.`);
  offerRun();
}

function done({ operation }: PageCall, { outcome, milliseconds }: Made): string {
  const what = kinds.find(({ name }) => name === operation.result)?.label ?? 'Picture';
  const { subjectFound, needsReview, lookFirstPx } = outcome.known;
  if (!subjectFound) return `${what} ready, but it is empty: nothing in the photo could be kept.`;
  const where = lookFirstPx ? ' Look first at the frame.' : '';
  const advice = needsReview ? ` Please check it: a part of the photo was hard to separate.${where}` : '';
  return `${what} ready after ${duration(milliseconds)}.${advice}`;
}

/** @param sentBy who pays for what was sent; null where nothing was */
function cancelled(sentBy: Payment | null): string {
  if (!sentBy) return 'Cancelled. Nothing was sent.';
  if (sentBy.kind === 'trial') return 'Cancelled. This try may count, and there is no free repeat.';
  return 'Cancelled. If the call was charged, running it again within 24 hours costs nothing.';
}

function say(text: string): void {
  element('status', HTMLElement).textContent = text;
}

function sayStage(stage: string): void {
  element('busy-stage', HTMLElement).textContent = `${stage} …`;
}

/**
 * Brings the picture to where it is seen, where the window is too small for all of the page.
 * @param way smooth while there is time; at once where the picture is there, for its size ends what was on its way
 */
function bringIntoView(way: 'smooth' | 'instant'): void {
  const result = element('stage', HTMLElement);
  const { top, bottom } = result.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element('result', HTMLElement).scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : way });
}

/** Picture or code, whichever is chosen. */
function showPane(): void {
  const isCode = chosen('seen') === 'code';
  show(element('work', HTMLElement), !isCode);
  show(element('code-pane', HTMLElement), isCode);
}

function showCode(): void {
  showCodeOf(mends.withChanges(callOfForm()), photo);
}
