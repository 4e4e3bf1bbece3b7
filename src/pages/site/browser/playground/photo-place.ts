/** Where a photo is under a result that shows a part of it, or more. */
import type { Known } from './outcome.ts';

/** Puts the image of a photo where the result over it shows it. */
export function placePhoto({ style }: HTMLElement, { inputPx, boxPx }: Pick<Known, 'inputPx' | 'boxPx'>): void {
  const [width, height] = inputPx ?? [1, 1];
  const [left, top, wide, high] = inputPx && boxPx ? boxPx : [0, 0, width, height];
  const places = { left: -left / wide, top: -top / high, width: width / wide, height: height / high };
  for (const [side, share] of Object.entries(places)) style.setProperty(side, `${share * 100}%`);
}
