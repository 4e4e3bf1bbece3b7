/** The page at `/`: a photo in, its cutout out, its matte on request. One photo at a time. */
import { type MadePicture, type PageOperation, processPhoto } from './api.ts';
import { curlLine } from './curl.ts';
import { element, show } from './elements.ts';
import { duration, type Fact, factsOf, fileSize } from './facts.ts';
import { CallFailed, type Failure } from './failures.ts';
import { takePhotos } from './intake.ts';
import { KeyPanel } from './key-panel.ts';
import { clear, fill, isOffered, offer, type ResultName, serveStages } from './stages.ts';

const operations: Readonly<Record<ResultName, PageOperation>> = {
  cutout: 'image-without-background',
  matte: 'alpha-channel',
};
/** No deployment takes more, so a larger file is not sent at all. */
const maxPhotoBytes = 20 * 1024 * 1024;

const status = element('status', HTMLElement);
const matteButton = element('matte-ask', HTMLButtonElement);
const retryButton = element('retry', HTMLButtonElement);

let photo: File | null = null;
/** Ends the call in progress; a new photo or key takes its place. */
let running = new AbortController();
let retry: () => void = () => {};
/** What waits for a key, or for another one. A key that is changed for no such reason starts nothing: calls cost. */
let onceKeyed: () => void = () => {};

const keyPanel = new KeyPanel(() => {
  showCurl();
  onceKeyed();
});

takePhotos((given) => {
  photo = given;
  showCurl();
  run('cutout', given);
});
serveStages();
matteButton.addEventListener('click', () => {
  if (photo) run('matte', photo);
});
retryButton.addEventListener('click', () => retry());
element('curl-copy', HTMLButtonElement).addEventListener('click', copyCurl);
showCurl();

/** Has one result made and shows it, or shows why not. */
async function run(name: ResultName, given: File): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  if (!begin(name, given)) return;
  const startedAt = performance.now();
  try {
    const picture = await processPhoto(operations[name], given, keyPanel.key, signal);
    if (signal.aborted) return;
    offer(name, picture.png, given.name);
    if (name === 'cutout') showFacts(factsOf(picture));
    say(done(name, picture, performance.now() - startedAt));
    await fill(name, picture.png);
  } catch (cause) {
    if (signal.aborted) return;
    if (!(cause instanceof CallFailed)) throw cause;
    clear(name, name === 'cutout' ? 'No cutout was made.' : 'No matte was made.');
    fail(cause.failure, () => run(name, given));
  }
  show(matteButton, !isOffered('matte'));
  matteButton.disabled = !isOffered('cutout');
  keyPanel.refreshCredit();
}

/** Sets the page for a run; false when there is nothing to run. */
function begin(name: ResultName, given: File): boolean {
  onceKeyed = () => {};
  show(element('failure', HTMLElement), false);
  show(element('result', HTMLElement), true);
  element('drop', HTMLElement).classList.add('small');
  matteButton.disabled = true;
  if (name === 'cutout') {
    fill('original', given);
    clear('cutout', 'No cutout yet.');
    clear('matte', 'The matte is the cutout’s alpha channel, as a picture of its own.');
    show(matteButton, true);
    showFacts([]);
  }
  if (given.size > maxPhotoBytes) {
    const text = `This file has ${fileSize(given.size)}. At most 20.0 MB are accepted.`;
    fail(
      { text, advice: 'Choose another photo. Nothing was sent.', origin: '', mayRetry: false, keyMatters: false },
      () => {},
    );
    return false;
  }
  if (!keyPanel.key) {
    say('');
    onceKeyed = () => run(name, given);
    keyPanel.ask();
    return false;
  }
  clear(name, name === 'cutout' ? 'Cutting out…' : 'Making the matte…', true);
  say(`Sending ${given.name}, ${fileSize(given.size)}.`);
  return true;
}

function done(name: ResultName, { headers }: MadePicture, milliseconds: number): string {
  const what = name === 'cutout' ? 'Cutout' : 'Matte';
  const found = headers.get('X-Subject-Found') !== 'false';
  return found
    ? `${what} ready after ${duration(milliseconds)}.`
    : `${what} ready, but it is empty: nothing in the photo could be kept.`;
}

function fail({ text, advice, origin, mayRetry, keyMatters }: Failure, again: () => void): void {
  say('');
  element('failure-text', HTMLElement).textContent = text;
  element('failure-advice', HTMLElement).textContent = advice;
  element('failure-origin', HTMLElement).textContent = origin;
  retry = again;
  if (keyMatters) onceKeyed = again;
  show(retryButton, mayRetry);
  show(element('failure', HTMLElement), true);
}

function say(text: string): void {
  status.textContent = text;
}

function showFacts(facts: readonly Fact[]): void {
  const list = element('facts', HTMLElement);
  list.replaceChildren(
    ...facts.map(([term, text]) => {
      const pair = document.createElement('div');
      const [name, value] = ['dt', 'dd'].map((tag) => document.createElement(tag));
      name.textContent = term;
      value.textContent = text;
      pair.append(name, value);
      return pair;
    }),
  );
}

function showCurl(): void {
  element('curl', HTMLElement).textContent = curlLine(location.origin, keyPanel.shownKey, photo?.name ?? 'photo.jpg');
}

async function copyCurl({ currentTarget }: Event): Promise<void> {
  if (!(currentTarget instanceof HTMLButtonElement)) return;
  const button = currentTarget;
  const text = element('curl', HTMLElement).textContent ?? '';
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  // Pages without TLS have no clipboard: the text is selected instead, ready for the keyboard.
  if (!copied) getSelection()?.selectAllChildren(element('curl', HTMLElement));
  button.textContent = copied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
