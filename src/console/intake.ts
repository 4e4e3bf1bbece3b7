/** The three ways in for a photo: the file field, a drop anywhere on the page, a paste. */
import { element } from './elements.ts';

/** Calls back with each photo that is given. Of several files the first is taken. */
export function takePhotos(whenGiven: (photo: File) => void): void {
  const field = element('photo', HTMLInputElement);
  const zone = element('drop', HTMLElement);
  const give = (files: FileList | null | undefined) => {
    const photo = files?.[0];
    if (photo) whenGiven(photo);
  };

  field.addEventListener('change', () => {
    give(field.files);
    // The same file may be chosen again.
    field.value = '';
  });

  // A drop that misses the zone would make the browser leave the page, so all of it takes drops.
  let depth = 0;
  const over = (change: number) => {
    depth = change === 0 ? 0 : depth + change;
    zone.classList.toggle('over', depth > 0);
  };
  document.addEventListener('dragenter', () => over(1));
  document.addEventListener('dragleave', () => over(-1));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    over(0);
    give(event.dataTransfer?.files);
  });

  document.addEventListener('paste', (event) => give(event.clipboardData?.files));
}
