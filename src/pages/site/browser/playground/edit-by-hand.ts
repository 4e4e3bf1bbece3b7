/** The button that opens the brush, whose script is loaded then. */
import type { Brushed, BrushPictures } from '../brush.ts';
import { element, show } from './elements.ts';
import type { Made } from './make.ts';

const button = () => element('edit-by-hand', HTMLButtonElement);

/**
 * Brings the button to life.
 * @param answered what the service made, of which what is shown was finished; null where nothing is shown
 * @param whenEdited is given what was answered as the button was pressed, and what was done to it
 */
export function serveEditing(
  answered: () => Promise<Made | null>,
  whenEdited: (before: Made, brushed: Brushed) => void,
): void {
  button().addEventListener('click', async () => {
    button().disabled = true;
    try {
      const made = await answered();
      const pictures = made && picturesOf(made);
      if (!pictures) return;
      const { openBrush } = await import('../brush.ts');
      const brushed = await openBrush(pictures);
      if (brushed) whenEdited(made, brushed);
    } catch {
      element('status', HTMLElement).textContent = 'The brush could not be loaded. Please try again.';
    } finally {
      button().disabled = false;
      button().focus();
    }
  });
}

/** Shows the button where what the service made can be edited. @param made null where there is nothing */
export function offerEditing(made: Made | null): void {
  show(button(), made !== null && picturesOf(made) !== null);
}

/**
 * What the brush wants: null for mattes, other formats, and photos that are not here. An answer that says its own size was made
 * with an option of the output: it may be of a part of the photo, or have a background.
 */
export function picturesOf({ photo, outcome: { main, isMatte, known } }: Made): BrushPictures | null {
  const isCutout = main.type === 'image/png' && !isMatte && known.outputPx === null;
  return isCutout && photo instanceof File ? { photo, cutout: main } : null;
}
