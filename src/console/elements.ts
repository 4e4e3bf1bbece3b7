/** Typed access to the elements that index.html promises. */

/**
 * The element of that id.
 * @throws Error when the page lacks it or it is of another kind
 */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`Expected a ${kind.name} with the id ${id}`);
  return found;
}

/** Shows or hides. */
export function show(target: HTMLElement, visible: boolean): void {
  target.hidden = !visible;
}
