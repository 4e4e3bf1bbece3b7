/** Words on a sheet of pictures. */

export const labelPx = 22;

/** Words in a line of that width, as a part of an SVG; what is longer is cut off. */
export function label(x: number, y: number, width: number, words: string): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const line = `<text y="16" font-family="sans-serif" font-size="13">${escaped}</text>`;
  return `<svg x="${x}" y="${y}" width="${width}" height="${labelPx}">${line}</svg>`;
}
