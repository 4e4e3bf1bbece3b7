/** A colour under a cutout. */
import type { Colour } from '../../../contract/output/colour.ts';
import type { RowWriter } from '../rows/compose.ts';

/**
 * Lays a colour under rows (Porter and Duff, 1984: the rows over it), in gamma-encoded values as browsers do.
 * @param rows RGBA, straight alpha
 * @returns RGBA, straight alpha; opaque where the colour is
 */
export function onColour(rows: RowWriter, { red, green, blue, alpha }: Colour): RowWriter {
  const under = [red, green, blue];
  const { widthPx, heightPx, channels } = rows;
  return {
    widthPx,
    heightPx,
    channels,
    cost: rows.cost,
    write(count, into) {
      rows.write(count, into);
      const end = count * widthPx * channels;
      for (let at = 0; at < end; at += 4) {
        const own = into[at + 3];
        if (own === 255) continue;
        const rest = ((255 - own) * alpha) / 255;
        const sum = own + rest;
        for (let channel = 0; channel < 3; channel++) {
          into[at + channel] = (into[at + channel] * own + under[channel] * rest) / sum + 0.5;
        }
        into[at + 3] = sum + 0.5;
      }
    },
  };
}
