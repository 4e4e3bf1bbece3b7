/** Room around a subject, as `crop_margin` writes it: one, two or four lengths, in the order of CSS. */

/** Pixels of the input, or percent of the box's side: its height above and below, its width beside. */
export interface Length {
  readonly value: number;
  readonly unit: 'px' | '%';
}

export interface Margin {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

const none: Length = { value: 0, unit: 'px' };
export const noMargin: Margin = { top: none, right: none, bottom: none, left: none };

/** Most pixels, and most percent. */
export const mostMarginPx = 500;
const pixels = '(?:\\d{1,2}|[1-4]\\d{2}|500)(?:px)?';
const percent = '(?:[1-4]?\\d(?:\\.\\d{1,2})?|50(?:\\.0{1,2})?)%';
const length = `(?:${pixels}|${percent})`;
export const marginPattern = `${length}(?: +${length}(?: +${length} +${length})?)?`;

/** Reads a margin. @param text of `marginPattern`: all sides; above and below, beside; or top, right, bottom, left */
export function readMargin(text: string): Margin {
  const lengths = text.split(/ +/).map(readLength);
  const [top, right = top, bottom = top, left = right] = lengths;
  return { top, right, bottom, left };
}

/** Reads one length. @param text a number, and its unit; pixels where there is none */
export function readLength(text: string): Length {
  return { value: Number.parseFloat(text), unit: text.endsWith('%') ? '%' : 'px' };
}
