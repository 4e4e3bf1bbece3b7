/** The page at `/`: a photo in, what the service makes of it out. One photo at a time, and one call. */
import { codeSamples } from '../../contract/openapi/samples.ts';
import { kinds } from '../playground/kinds.ts';
import { showView } from './playground/compass.ts';
import { chosen, element, onChoice, show } from './playground/elements.ts';
import { duration, factsOf, fileSize } from './playground/facts.ts';
import { CallFailed, type Failure } from './playground/failures.ts';
import { callOfForm, onCallChange, showFields } from './playground/form.ts';
import { takePhotos } from './playground/intake.ts';
import { type AnsweredPicture, outcomeOf } from './playground/outcome.ts';
import { demoKey, type Payment, PaymentPanel } from './playground/payment.ts';
import { composed, resultName, save } from './playground/pictures.ts';
import { scaledTo } from './playground/scale.ts';
import { type PageAnswered, type PageCall, send } from './playground/send.ts';
import { Viewer } from './playground/viewer.ts';

/** No deployment takes more, so a larger file is not sent at all. */
const maxPhotoBytes = 20 * 1024 * 1024;
/** Results that are kept, so that another look at them costs nothing. */
const keptResults = 8;

/** A result, and what was measured of its making. */
interface Made {
  /** What was sent: the photo, or a small copy of it. */
  readonly photo: File;
  readonly outcome: AnsweredPicture;
  readonly stages: PageAnswered['stages'];
  readonly headers: Headers;
  readonly milliseconds: number;
}

const runButton = element('run', HTMLButtonElement);
const cancelButton = element('cancel', HTMLButtonElement);
const savings = { png: 'image/png', webp: 'image/webp', jpeg: 'image/jpeg' } as const;

let photo: File | null = null;
/** The results of this photo, by who paid and what was asked. */
let made = new Map<string, Made>();
/** What is shown; null where nothing is. */
let shown: { readonly key: string; readonly made: Made } | null = null;
/** Ends the call in work; a new photo or another call takes its place. */
let running: AbortController | null = null;
let retry: () => void = () => {};

const viewer = new Viewer();
const payment = new PaymentPanel(whenCallChanges);

showFields();
showCode();
takePhotos((given) => {
  photo = given;
  made = new Map();
  shown = null;
  showCode();
  run();
});
onCallChange(whenCallChanges);
onChoice('language', showCode);
element('call', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
cancelButton.addEventListener('click', () => running?.abort(new DOMException('Cancelled', 'AbortError')));
element('retry', HTMLButtonElement).addEventListener('click', () => retry());
for (const [ending, type] of Object.entries(savings)) {
  element(`save-${ending}`, HTMLButtonElement).addEventListener('click', () => saveAs(ending, type));
}

/** What the form asks for has changed: a result that is kept is shown, anything else waits for the button. */
function whenCallChanges(): void {
  showCode();
  if (!photo || running) return;
  const key = keyOf(callOfForm());
  const kept = made.get(key);
  runButton.disabled = kept !== undefined;
  if (kept && shown?.key !== key) showMade(key, kept);
}

/** What a result is known by. */
function keyOf({ operation, options }: PageCall): string {
  return JSON.stringify([chosen('wallet'), operation.name, Object.entries(options).sort()]);
}

/** Has the call of the form made for the photo, and shows it or says why not. */
async function run(): Promise<void> {
  const given = photo;
  if (!given) return;
  running?.abort(new DOMException('Replaced', 'AbortError'));
  const mine = new AbortController();
  running = mine;
  const call = callOfForm();
  const key = keyOf(call);
  const stopClock = begin(given);
  const isLatest = () => running === mine;
  try {
    const result = await make(given, call, mine.signal);
    if (!isLatest()) return;
    keep(key, result);
    await showMade(key, result);
    say(done(call, result));
  } catch (cause) {
    if (!isLatest()) return;
    if (mine.signal.aborted) say('Cancelled.');
    else fail(failureFrom(cause), run);
  } finally {
    if (isLatest()) {
      running = null;
      stopClock();
      end();
    }
  }
}

async function make(given: File, call: PageCall, signal: AbortSignal): Promise<Made> {
  const stages: [string, number][] = [];
  const paidBy = await payment.payment();
  const sent = await prepared(given, paidBy, stages);
  signal.throwIfAborted();
  await viewer.showPhoto(sent);
  bringIntoView();
  const startedAt = performance.now();
  const answer = await send(call, sent, paidBy, signal, (stage) => sayStage(stage));
  const milliseconds = performance.now() - startedAt;
  sayStage('Drawing');
  const outcome = await outcomeOf(call.operation, answer.body, answer.headers);
  return { photo: sent, outcome, stages: [...stages, ...answer.stages], headers: answer.headers, milliseconds };
}

/** The photo as it is sent: the trial takes small ones alone. @throws CallFailed */
async function prepared(given: File, paidBy: Payment, stages: [string, number][]): Promise<File> {
  if (paidBy.kind === 'trial') {
    sayStage('Scaling');
    const startedAt = performance.now();
    try {
      return await scaledTo(given, paidBy.maxPixels);
    } catch {
      throw new CallFailed({
        text: 'This browser cannot read the format, so it cannot scale the photo down for the trial.',
        advice: 'Choose a JPEG, PNG or WebP, or sign up to send the photo as it is. Nothing was sent.',
        origin: '',
        mayRetry: false,
        accountHelps: true,
      });
    } finally {
      stages.push(['Scaling', performance.now() - startedAt]);
    }
  }
  if (given.size <= maxPhotoBytes) return given;
  throw new CallFailed({
    text: `This file has ${fileSize(given.size)}. At most 20.0 MB are accepted.`,
    advice: 'Choose another photo. Nothing was sent.',
    origin: '',
    mayRetry: false,
    accountHelps: false,
  });
}

/** Sets the page for a call. @returns ends the clock that is seen */
function begin(given: File): () => void {
  shown = null;
  show(element('failure', HTMLElement), false);
  show(element('result', HTMLElement), true);
  show(element('busy', HTMLElement), true);
  element('studio', HTMLElement).dataset.state = 'busy';
  viewer.clearOutcome();
  showKnown(null);
  runButton.disabled = true;
  say(`Working on ${given.name}, ${fileSize(given.size)}.`);
  sayStage('Reading');
  bringIntoView();
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
  runButton.disabled = shown !== null && shown.key === keyOf(callOfForm());
  if (hadFocus) element('viewport', HTMLElement).focus();
  payment.refresh();
  // Something else may have been chosen in the meantime.
  whenCallChanges();
}

function keep(key: string, result: Made): void {
  made.set(key, result);
  for (const oldest of made.keys()) if (made.size > keptResults) made.delete(oldest);
}

async function showMade(key: string, result: Made): Promise<void> {
  const isSamePhoto = shown?.made.photo === result.photo || running !== null;
  shown = { key, made: result };
  if (!isSamePhoto) await viewer.showPhoto(result.photo);
  viewer.clearOutcome();
  showKnown(result);
  await viewer.showOutcome(result.outcome);
  bringIntoView();
}

/** What is known of a result, its times and its downloads; nothing for null. */
function showKnown(result: Made | null): void {
  for (const ending of Object.keys(savings)) element(`save-${ending}`, HTMLButtonElement).disabled = result === null;
  element('save-note', HTMLElement).textContent = '';
  showView(result?.outcome.known.view ?? null);
  const facts = result ? factsOf(result.outcome, result.milliseconds) : [];
  element('facts', HTMLElement).replaceChildren(
    ...facts.map(([term, text]) => {
      const pair = document.createElement('div');
      pair.append(textOf('dt', term), textOf('dd', text));
      return pair;
    }),
  );
  const own = serverSteps(result?.headers.get('Server-Timing') ?? '');
  element('stages', HTMLElement).replaceChildren(
    ...(result?.stages ?? []).map(([name, milliseconds]) => {
      const within = name === 'Working' && own ? ` (${own})` : '';
      return textOf('li', `${name} ${duration(milliseconds)}${within}`);
    }),
  );
}

/** `name;dur=12.3` entries of `Server-Timing`; steps too short to tell are left out. */
function serverSteps(header: string): string {
  return [...header.matchAll(/([\w-]+);dur=([\d.]+)/g)]
    .filter(([, , text]) => Number(text) >= 1)
    .map(([, name, text]) => `${name} ${duration(Number(text))}`)
    .join(', ');
}

function textOf(tag: string, text: string): HTMLElement {
  const found = document.createElement(tag);
  found.textContent = text;
  return found;
}

function done({ operation }: PageCall, { outcome, milliseconds }: Made): string {
  const what = kinds.find(({ name }) => name === operation.result)?.label ?? 'Picture';
  return outcome.known.subjectFound
    ? `${what} ready after ${duration(milliseconds)}.`
    : `${what} ready, but it is empty: nothing in the photo could be kept.`;
}

/** A file of what is shown. The PNG of a plain result is the very one that was answered. */
async function saveAs(ending: string, type: string): Promise<void> {
  if (!shown) return;
  const { photo: sent, outcome } = shown.made;
  const composition = await viewer.composition();
  if (!composition) return;
  const note = element('save-note', HTMLElement);
  const { ground, layers } = composition;
  const [{ picture, opacity }, ...others] = layers;
  const isWhole = picture === outcome.main && opacity === 1 && others.length === 0;
  const isPlain = isWhole && !ground.colour && !ground.picture;
  try {
    const file = type === 'image/png' && isPlain ? outcome.main : await composed(composition, type);
    save(file, resultName(sent.name, viewer.shown, ending === 'jpeg' ? 'jpg' : ending));
    const isOnWhite = type === 'image/jpeg' && !ground.colour && !ground.picture && viewer.shown === 'cutout';
    note.textContent = isOnWhite ? 'JPEG has no transparency: saved on white.' : '';
  } catch (cause) {
    note.textContent = `${cause instanceof Error ? cause.message : cause}. Take the PNG.`;
  }
}

function failureFrom(cause: unknown): Failure {
  if (cause instanceof CallFailed) return cause.failure;
  console.warn(cause);
  const text = 'The answer could not be read.';
  return { text, advice: 'Try again.', origin: '', mayRetry: true, accountHelps: false };
}

function fail({ text, advice, origin, mayRetry, accountHelps }: Failure, again: () => void): void {
  say('');
  element('failure-text', HTMLElement).textContent = text;
  element('failure-advice', HTMLElement).textContent = advice;
  element('failure-origin', HTMLElement).textContent = origin;
  retry = again;
  show(element('retry', HTMLElement), mayRetry);
  show(element('failure-sign-up', HTMLElement), accountHelps);
  show(element('failure', HTMLElement), true);
}

function say(text: string): void {
  element('status', HTMLElement).textContent = text;
}

function sayStage(stage: string): void {
  element('busy-stage', HTMLElement).textContent = `${stage} …`;
}

/** Brings the picture to where it is seen, where the window is too small for all of the page. */
function bringIntoView(): void {
  const result = element('stage', HTMLElement);
  const { top, bottom } = result.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element('result', HTMLElement).scrollIntoView({ block: 'start', behavior: isCalm ? 'instant' : 'smooth' });
}

function showCode(): void {
  const { operation, options } = callOfForm();
  const call = { photo: photo?.name, options, key: demoKey() || undefined };
  const samples = codeSamples(operation, location.origin + operation.path, call);
  const sample = samples.find(({ lang }) => lang === chosen('language')) ?? samples[0];
  element('code', HTMLElement).textContent = sample.source;
}
