/** Where the camera stood, drawn small: the car from above, its front at the top, and a mark on a circle around it. */
import { element, show } from './elements.ts';

const svg = 'http://www.w3.org/2000/svg';
const radius = 40;

/**
 * Where the camera's mark is, the car in the middle.
 * @param azimuth degrees: 0 is the front, which is at the top, rising counterclockwise
 */
export function markAt(azimuth: number): readonly [x: number, y: number] {
  const angle = (azimuth * Math.PI) / 180;
  return [-radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** What the drawing says in words. */
export function viewText({ azimuth, elevation }: { readonly azimuth: number; readonly elevation: number }): string {
  const sides = ['front', 'front left', 'left', 'rear left', 'rear', 'rear right', 'right', 'front right'];
  const side = sides[Math.round((((azimuth % 360) + 360) % 360) / 45) % 8];
  const degrees = (value: number) => `${Math.round(Math.abs(value))}°`;
  const height =
    Math.round(elevation) === 0 ? 'level with it' : `${degrees(elevation)} ${elevation > 0 ? 'above' : 'below'} it`;
  return `Seen from the ${side} (${degrees(azimuth)}), ${height}`;
}

/** Draws a view, or hides the compass where there is none. */
export function showView(view: { readonly azimuth: number; readonly elevation: number } | null): void {
  show(element('view', HTMLElement), view !== null);
  if (!view) return;
  const [x, y] = markAt(view.azimuth);
  element('compass', SVGSVGElement).replaceChildren(
    shape('circle', { r: radius, class: 'way' }),
    shape('rect', { x: -9, y: -19, width: 18, height: 38, rx: 6, class: 'car' }),
    shape('path', { d: 'M-6 -9 Q0 -13 6 -9 L5 -5 L-5 -5 Z M-5 8 L5 8 L6 12 Q0 15 -6 12 Z', class: 'glass' }),
    shape('line', { x1: x, y1: y, x2: x * 0.62, y2: y * 0.62, class: 'ray' }),
    shape('circle', { cx: x, cy: y, r: 6, class: 'camera' }),
  );
  element('view-text', HTMLElement).textContent = viewText(view);
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(svg, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
