/** The button that opens the brush, whose script is loaded then. */
import type { BrushPictures } from '../brush.ts';
import { element, show } from './elements.ts';
import type { Made } from './make.ts';
import type { Known } from './outcome.ts';

const button = () => element('edit-by-hand', HTMLButtonElement);

/**
 * Brings the button to life.
 * @param shownMade what is shown; null where nothing is
 * @param whenEdited is given what was shown as the button was pressed, and the same with the edited cutout
 */
export function serveEditing(shownMade: () => Made | null, whenEdited: (before: Made, edited: Made) => void): void {
  button().addEventListener('click', async () => {
    const made = shownMade();
    const pictures = made && picturesOf(made);
    if (!pictures) return;
    button().disabled = true;
    try {
      const { openBrush } = await import('../brush.ts');
      const main = await openBrush(pictures);
      if (main) whenEdited(made, { ...made, outcome: { ...made.outcome, main } });
    } catch {
      element('status', HTMLElement).textContent = 'The brush could not be loaded. Please try again.';
    } finally {
      button().disabled = false;
      button().focus();
    }
  });
}

/** Shows the button where the result can be edited. */
export function offerEditing(made: Made | null): void {
  show(button(), made !== null && picturesOf(made) !== null);
}

/** What the brush wants: null for mattes, other formats, parts of a photo, and photos that are not here. */
export function picturesOf({ photo, outcome: { main, isMatte, known } }: Made): BrushPictures | null {
  const { inputPx, outputPx } = known;
  const isPhotoSize = !outputPx || String(outputPx) === String(inputPx);
  const isCutout = main.type === 'image/png' && !isMatte && coversPhoto(known) && isPhotoSize;
  return isCutout && photo instanceof File ? { photo, cutout: main } : null;
}

/** Whether a result shows the whole photo and nothing beyond it, so that one can be laid upon the other. */
function coversPhoto({ inputPx, boxPx }: Known): boolean {
  if (!boxPx || !inputPx) return true;
  const [left, top, width, height] = boxPx;
  return left === 0 && top === 0 && width === inputPx[0] && height === inputPx[1];
}
