/** Typed access to the elements that the page promises. */

/**
 * The element of that id.
 * @throws Error when the page lacks it or it is of another kind
 */
export function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`Expected a ${kind.name} with the id ${id}`);
  return found;
}

/** Shows or hides. */
export function show(target: HTMLElement, visible: boolean): void {
  target.hidden = !visible;
}

/** The value of the radio button that is chosen of that name; an empty text where none is. */
export function chosen(name: string): string {
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value ?? '';
}

/** Chooses a radio button. */
export function choose(name: string, value: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
    input.checked = input.value === value;
  }
}

/** Calls back when another radio button of that name is chosen. */
export function onChoice(name: string, whenChosen: (value: string) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
    input.addEventListener('change', () => whenChosen(input.value));
  }
}
