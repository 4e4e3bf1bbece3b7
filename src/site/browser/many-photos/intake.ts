/** The ways in: the two file fields, a drop anywhere on the page, a paste. */
import { element } from '../playground/elements.ts';
import { droppedFiles, picturesAmong } from './photo-files.ts';

/** Calls back with the photos among what is given. */
export function takeFiles(whenGiven: (photos: File[]) => void): void {
  const zone = element('drop', HTMLElement);
  const give = (files: Iterable<File> | null | undefined) => files && whenGiven(picturesAmong(files));

  for (const id of ['files', 'folder']) {
    const field = element(id, HTMLInputElement);
    field.addEventListener('change', () => {
      give(field.files && [...field.files]);
      // The same files may be chosen again.
      field.value = '';
    });
  }

  // A drop that misses the zone would make the browser leave the page, so all of it takes drops.
  let depth = 0;
  const over = (change: number) => {
    depth = change === 0 ? 0 : depth + change;
    zone.classList.toggle('over', depth > 0);
  };
  document.addEventListener('dragenter', () => over(1));
  document.addEventListener('dragleave', () => over(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    over(0);
    if (event.dataTransfer) give(await droppedFiles(event.dataTransfer));
  });
  document.addEventListener('paste', (event) => give(event.clipboardData?.files));
}
