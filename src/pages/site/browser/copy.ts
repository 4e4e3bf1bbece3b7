/** Buttons that copy: `<button data-copy="ID" hidden>` takes the text of the element with that id. */

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => copyFrom(button));
}

async function copyFrom(button: HTMLButtonElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? '');
  if (!source) return;
  const copied = await navigator.clipboard?.writeText(source.textContent ?? '').then(
    () => true,
    () => false,
  );
  // Pages without TLS have no clipboard: the text is selected instead, ready for the keyboard.
  if (!copied) getSelection()?.selectAllChildren(source);
  const name = button.textContent;
  button.textContent = copied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = name;
  }, 2000);
}

export {};
