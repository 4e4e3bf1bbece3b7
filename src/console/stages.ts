/** The three pictures side by side, their downloads, and the background behind the cutout. */
import { resultName } from './curl.ts';
import { element, show } from './elements.ts';
import { preview } from './preview.ts';

export type StageName = 'original' | 'cutout' | 'matte';
export type ResultName = Exclude<StageName, 'original'>;

const labels: Readonly<Record<StageName, string>> = {
  original: 'The photo as given',
  cutout: 'The photo without its background',
  matte: 'The matte: white is kept, black is removed',
};

/** Results that can be saved. */
const results = new Map<ResultName, { readonly png: Blob; readonly photoName: string }>();
/** Safari begins a download some time after the click that asks for it. */
const downloadStartsWithinMs = 10_000;
/** What each stage was last asked to show: a picture that was decoded too late is not put there. */
const wanted = new Map<StageName, Blob>();

/** Brings the controls beside the pictures to life: the background behind the cutout, and the downloads. */
export function serveStages(): void {
  const stages = element('stages', HTMLElement);
  element('backdrop', HTMLFieldSetElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) stages.dataset.backdrop = target.value;
  });
  for (const name of ['cutout', 'matte'] as const) saveButton(name).addEventListener('click', () => save(name));
}

/** Shows a picture, or says that this browser cannot. */
export async function fill(name: StageName, picture: Blob): Promise<void> {
  wanted.set(name, picture);
  const shown = await preview(picture, labels[name]);
  if (wanted.get(name) !== picture) return;
  const stage = stageOf(name);
  delete stage.dataset.state;
  if (shown) {
    // All stages take the photo's shape, so that nothing moves when results come in.
    element('stages', HTMLElement).style.setProperty('--ratio', String(shown.widthPx / shown.heightPx));
    stage.replaceChildren(shown.canvas);
  } else stage.replaceChildren(note('This browser cannot show the format. The service may still read it.'));
}

/** Empties a stage and says why. `busy` sets it in motion. */
export function clear(name: StageName, text: string, busy = false): void {
  wanted.delete(name);
  const stage = stageOf(name);
  stage.dataset.state = busy ? 'busy' : 'empty';
  stage.replaceChildren(note(text));
  if (name !== 'original') withdraw(name);
}

/** Offers a result for saving under a name that follows the photo's. */
export function offer(name: ResultName, png: Blob, photoName: string): void {
  results.set(name, { png, photoName });
  show(saveButton(name), true);
}

/** Whether the stage holds a result that can be saved. */
export function isOffered(name: ResultName): boolean {
  return results.has(name);
}

function withdraw(name: ResultName): void {
  results.delete(name);
  show(saveButton(name), false);
}

function save(name: ResultName): void {
  const result = results.get(name);
  if (!result) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(result.png);
  link.download = resultName(result.photoName, name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), downloadStartsWithinMs);
}

function saveButton(name: ResultName): HTMLElement {
  return element(`${name}-save`, HTMLButtonElement);
}

function stageOf(name: StageName): HTMLElement {
  return element(name, HTMLElement);
}

function note(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  return paragraph;
}
