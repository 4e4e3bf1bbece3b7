/** Outlines of words and of stars, for SVG. */
import type { Font } from 'opentype.js';
import type { Dice } from '../../../testing/dice.ts';

/** Where something is drawn, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const smallLetters = 'abcdefghijklmnopqrstuvwxyzaeoaeobdgpq';
const digits = '0123456789&';

/** One to ten letters and digits. */
export function anyWord(dice: Dice): string {
  const from = (set: string, count: number) => Array.from({ length: count }, () => dice.pick([...set])).join('');
  const style = dice.whole(0, 3);
  if (style === 0) return from(letters, dice.whole(1, 3));
  if (style === 1) return from(letters, dice.whole(3, 7));
  return from(letters, 1) + from(smallLetters, dice.whole(2, 7)) + (style === 3 ? from(digits, dice.whole(1, 2)) : '');
}

/** The outline of a word that fills a box as far as it can, as SVG. */
export function wordPath(font: Font, word: string, box: Box): string {
  let across = 0;
  const glyphs = [...word].map((letter) => {
    const glyph = font.charToGlyph(letter);
    const path = glyph.getPath(across, 0, font.unitsPerEm);
    across += glyph.advanceWidth ?? 0;
    return path;
  });
  const bounds = glyphs.map((path) => path.getBoundingBox());
  const left = Math.min(...bounds.map(({ x1 }) => x1));
  const right = Math.max(...bounds.map(({ x2 }) => x2));
  const top = Math.min(...bounds.map(({ y1 }) => y1));
  const bottom = Math.max(...bounds.map(({ y2 }) => y2));
  const scale = Math.min(box.width / (right - left), box.height / (bottom - top));
  const x = box.left + (box.width - (right - left) * scale) / 2 - left * scale;
  const y = box.top + (box.height - (bottom - top) * scale) / 2 - top * scale;
  const outline = glyphs.map((path) => path.toPathData(1)).join('');
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="${outline}"/></g>`;
}

/**
 * A polygon or a star.
 * @param turned angle of the first corner
 * @param inner distance of every second corner of a star from the centre, as a share of the radius; 1 for a polygon
 */
export function polygon(
  { x, y }: { readonly x: number; readonly y: number },
  radius: number,
  corners: number,
  turned: number,
  inner = 1,
): string {
  const count = inner === 1 ? corners : corners * 2;
  const points = Array.from({ length: count }, (_, at) => {
    const away = at % 2 === 1 ? radius * inner : radius;
    const angle = turned + (at * 2 * Math.PI) / count;
    return `${(x + away * Math.cos(angle)).toFixed(2)} ${(y + away * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}
