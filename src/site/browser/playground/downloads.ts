/** The buttons that save what is shown. */
import { element } from './elements.ts';
import { nameOf } from './given.ts';
import type { Made } from './make.ts';
import { composed, resultName, save } from './pictures.ts';
import type { Viewer } from './viewer.ts';

const types = { png: 'image/png', webp: 'image/webp', jpeg: 'image/jpeg' } as const;

/** Brings the buttons to life. @param shownMade what is shown; null where nothing is */
export function serveDownloads(viewer: Viewer, shownMade: () => Made | null): void {
  for (const [ending, type] of Object.entries(types)) {
    element(`save-${ending}`, HTMLButtonElement).addEventListener('click', () => {
      const result = shownMade();
      if (result) saveAs(viewer, result, ending, type);
    });
  }
}

/** Whether there is something to save. */
export function offerDownloads(isOffered: boolean): void {
  for (const ending of Object.keys(types)) element(`save-${ending}`, HTMLButtonElement).disabled = !isOffered;
  element('save-note', HTMLElement).textContent = '';
}

/** A file of what is shown. A plain result in the format that was answered is the very file. */
async function saveAs(viewer: Viewer, { photo, outcome }: Made, ending: string, type: string): Promise<void> {
  const composition = await viewer.composition();
  if (!composition) return;
  const note = element('save-note', HTMLElement);
  const { background, layers } = composition;
  const [{ picture, opacity }, ...others] = layers;
  const isWhole = picture === outcome.main && opacity === 1 && others.length === 0;
  const isPlain = isWhole && !background.colour && !background.picture;
  try {
    const file = type === outcome.main.type && isPlain ? outcome.main : await composed(composition, type);
    save(file, resultName(nameOf(photo), viewer.shown, ending === 'jpeg' ? 'jpg' : ending));
    const isOnWhite = type === 'image/jpeg' && !background.colour && !background.picture && viewer.shown === 'cutout';
    note.textContent = isOnWhite ? 'JPEG has no transparency: saved on white.' : '';
  } catch (cause) {
    note.textContent = `${cause instanceof Error ? cause.message : cause}. Take the PNG.`;
  }
}
