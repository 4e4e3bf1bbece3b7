/** The ways in: the two file fields, a drop anywhere on the page, a paste. */
import { takeDrops } from '../playground/drops.ts';
import { element } from '../playground/elements.ts';
import { droppedFiles, picturesAmong } from './photo-files.ts';

/** Calls back with the photos among what is given. */
export function takeFiles(whenGiven: (photos: File[]) => void): void {
  const give = (files: Iterable<File> | null | undefined) => files && whenGiven(picturesAmong(files));

  for (const id of ['files', 'folder']) {
    const field = element(id, HTMLInputElement);
    const take = () => {
      give(field.files && [...field.files]);
      // The same files may be chosen again.
      field.value = '';
    };
    field.addEventListener('change', take);
    // Chosen before the page was ready for them.
    if (field.files?.length) take();
  }

  takeDrops(element('drop', HTMLElement), async (drop) => give(await droppedFiles(drop)));
  document.addEventListener('paste', (event) => give(event.clipboardData?.files));
}
