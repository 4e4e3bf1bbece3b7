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

/** Addresses of results that can be saved; each is revoked when another takes its place. */
const addresses = new Map<ResultName, string>();
/** What each stage was last asked to show: a picture that was decoded too late is not put there. */
const wanted = new Map<StageName, Blob>();

/** Lets the visitor choose what lies behind the cutout. */
export function offerBackdrops(): void {
  const stages = document.querySelector<HTMLElement>('.stages');
  element('backdrop', HTMLFieldSetElement).addEventListener('change', ({ target }) => {
    if (stages && target instanceof HTMLInputElement) stages.dataset.backdrop = target.value;
  });
}

/** Shows a picture, or says that this browser cannot. */
export async function fill(name: StageName, picture: Blob): Promise<void> {
  wanted.set(name, picture);
  const shown = await preview(picture, labels[name]);
  if (wanted.get(name) !== picture) return;
  const stage = stageOf(name);
  delete stage.dataset.state;
  if (shown) stage.replaceChildren(shown.canvas);
  else stage.replaceChildren(note('This browser cannot show the format. The service may still read it.'));
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
  withdraw(name);
  const address = URL.createObjectURL(png);
  addresses.set(name, address);
  const link = element(`${name}-save`, HTMLAnchorElement);
  link.href = address;
  link.download = resultName(photoName, name);
  show(link, true);
}

/** Whether the stage holds a result that can be saved. */
export function isOffered(name: ResultName): boolean {
  return addresses.has(name);
}

function withdraw(name: ResultName): void {
  const address = addresses.get(name);
  if (address) URL.revokeObjectURL(address);
  addresses.delete(name);
  const link = element(`${name}-save`, HTMLAnchorElement);
  link.removeAttribute('href');
  show(link, false);
}

function stageOf(name: StageName): HTMLElement {
  return element(name, HTMLElement);
}

function note(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  return paragraph;
}
