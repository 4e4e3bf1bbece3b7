/** A language that is chosen for one sample is chosen for all of the page. */

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.languages')) return;
  const top = target.getBoundingClientRect().top;
  for (const input of document.querySelectorAll<HTMLInputElement>('.languages input')) {
    if (input.value === target.value) input.checked = true;
  }
  // Samples above may now be longer: what was chosen stays where it was on the screen.
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
});

export {};
