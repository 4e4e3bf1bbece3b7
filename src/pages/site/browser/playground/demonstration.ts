/** The sample's line between before and after. */
import { element } from './elements.ts';

/** Lets the range move the line. */
export function serveDemonstration(): void {
  const figure = element('demo', HTMLElement);
  const range = element('demo-split', HTMLInputElement);
  const place = () => figure.style.setProperty('--at', `${range.value}%`);
  range.addEventListener('input', place);
  // A browser may bring an earlier value back.
  place();
}
