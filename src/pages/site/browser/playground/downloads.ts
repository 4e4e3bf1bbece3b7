/** The button that saves what is shown. */
import { element } from './elements.ts';
import { nameOf } from './given.ts';
import type { Made } from './make.ts';
import { composed, resultName, save } from './pictures.ts';
import type { Viewer } from './viewer.ts';

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'application/zip': 'zip',
};

const names: Readonly<Record<string, string>> = { png: 'PNG', webp: 'WebP', jpg: 'JPEG', zip: 'ZIP' };

const button = () => element('save', HTMLButtonElement);
const note = () => element('save-note', HTMLElement);

/** Brings the button to life. @param shownMade what is shown once all that was chosen is; null where nothing is */
export function serveDownloads(viewer: Viewer, shownMade: () => Promise<Made | null>): void {
  button().addEventListener('click', async () => {
    const made = await shownMade();
    if (made) saveShown(viewer, made);
  });
}

/** Says what would be saved. @param made null where there is nothing */
export function offerDownload(made: Made | null): void {
  button().disabled = !made;
  note().textContent = '';
  if (!made) return;
  const { main, isMadeHere } = made.outcome;
  button().textContent = `Download ${names[endings[main.type] ?? 'png']}`;
  if (isMadeHere) note().textContent = 'Made of the cutout in this browser, in sRGB.';
}

/** A file of what is shown: the very file, unless that is a matte or several layers. */
async function saveShown(viewer: Viewer, { photo, outcome }: Made): Promise<void> {
  try {
    const layers = await viewer.layers();
    if (!layers) return;
    const isFile = layers.length === 1 && layers[0].opacity === 1;
    const isOwnFile = isFile && (viewer.shown === 'cutout' || outcome.isMatte);
    const file = isOwnFile ? outcome.main : isFile ? layers[0].picture : await composed(layers);
    save(file, resultName(nameOf(photo), viewer.shown, endings[file.type] ?? 'png'));
  } catch (cause) {
    note().textContent = `${cause instanceof Error ? cause.message : cause}.`;
  }
}
