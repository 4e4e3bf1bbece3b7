/** The ways in for a photo: the file field, a drop anywhere on the page, a paste, a sample, an address. */
import { takeDrops } from './drops.ts';
import { element } from './elements.ts';
import { chooseKind } from './form.ts';
import type { Given } from './given.ts';

/** Calls back with each photo that is given. Of several files the first is taken. */
export function takePhotos(whenGiven: (photo: Given) => void): void {
  const field = element('photo', HTMLInputElement);
  const give = (files: FileList | null | undefined) => {
    const photo = files?.[0];
    // Over an open dialog, such as the brush, nothing is dropped or pasted by intent, and each photo is paid.
    if (!photo || document.querySelector('dialog[open]')) return;
    lastAsked++;
    whenGiven(photo);
  };

  field.addEventListener('change', () => {
    give(field.files);
    // The same file may be chosen again.
    field.value = '';
  });

  takeDrops(element('drop', HTMLElement), ({ files }) => give(files));
  document.addEventListener('paste', (event) => give(event.clipboardData?.files));
  element('by-address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    lastAsked++;
    whenGiven(new URL(element('address', HTMLInputElement).value));
  });
  const trySample = element('try-sample', HTMLButtonElement);
  trySample.disabled = false;
  trySample.addEventListener('click', () => giveSample(whenGiven));
}

/** Counts what was given and asked for: a sample that comes later than the next one is dropped, for each is paid. */
let lastAsked = 0;

async function giveSample(whenGiven: (photo: File) => void): Promise<void> {
  const sampleChosen = document.querySelector<HTMLInputElement>('[data-sample]:checked');
  if (!sampleChosen) return;
  const asked = ++lastAsked;
  const { sample = '', kindOfSample = '' } = sampleChosen.dataset;
  const response = await fetch(sample).catch(() => null);
  const photo = await response?.blob().catch(() => null);
  if (!response?.ok || !photo || lastAsked !== asked) return;
  chooseKind(kindOfSample);
  whenGiven(new File([photo], sample.slice(sample.lastIndexOf('/') + 1), { type: photo.type }));
}
