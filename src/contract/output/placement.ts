/** The subject's place on its canvas, and the canvas's shape: `position` and `aspect`. */

/**
 * How the room that the subject leaves is shared out: 0 has all of it to the right of the subject or below, 1 to the left
 * or above. `original` shares it as the picture does.
 */
export type Position = 'original' | { readonly x: number; readonly y: number };

const percent = '(?:\\d{1,2}(?:\\.\\d{1,2})?|100(?:\\.0{1,2})?)%';
export const positionPattern = `original|center|${percent}(?: +${percent})?`;

export const centre: Position = { x: 0.5, y: 0.5 };

/** Reads a position. @param text of `positionPattern`; one share is for both directions */
export function readPosition(text: string): Position {
  if (text === 'original') return text;
  if (text === 'center') return centre;
  const [x, y = x] = text.split(/ +/).map((share) => Number.parseFloat(share) / 100);
  return { x, y };
}

/** The form of an aspect ratio, which may still be too long or too wide. */
export const aspectPattern = '\\d{1,5}(?:\\.\\d{1,3})?:\\d{1,5}(?:\\.\\d{1,3})?';
const mostAspect = 4;

/** Reads a shape. @param text of `aspectPattern` @returns width / height; undefined beyond 1:4 to 4:1 */
export function readAspect(text: string): number | undefined {
  const [width, height] = text.split(':').map(Number);
  const aspect = width / height;
  return aspect >= 1 / mostAspect && aspect <= mostAspect ? aspect : undefined;
}
