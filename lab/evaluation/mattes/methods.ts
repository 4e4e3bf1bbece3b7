/** The ways from a coarse matte to a cutout that are compared, each through the code that the service ships. */

import { alphaOf } from '../../../src/pixels/pipeline/edges/alpha-source.ts';
import { estimateColours } from '../../../src/pixels/pipeline/edges/colours.ts';
import type { Networks } from '../../../src/pixels/pipeline/networks/networks.ts';
import type { Subject } from '../../../src/pixels/pipeline/passes/subject.ts';
import type { Picture } from '../../../src/pixels/pipeline/picture/picture.ts';
import { isLost } from '../../../src/pixels/pipeline/plane/unknown.ts';
import { refine, refinerModel } from '../../../src/pixels/pipeline/refine/refine.ts';
import { cutoutRows, type RowWriter } from '../../../src/pixels/pipeline/rows/compose.ts';
import { bicubicRows } from './bicubic.ts';
import type { OwnNetworks } from './network.ts';

/** What a method works with. */
export interface Found {
  /** Upright RGB. */
  readonly picture: Picture;
  /** The coarse matte of the full pass, or the reduced truth. */
  readonly first: Subject;
  /** The coarse matte that the service continues with, blended from all its passes. */
  readonly blended: Subject;
  /** Null where the coarse matte is the truth. */
  readonly networks: Networks | null;
}

interface Method {
  /** Makes the rows of a cutout, RGBA with straight alpha. */
  readonly rows: (found: Found) => RowWriter | Promise<RowWriter>;
  /** Whether it can do without networks. */
  readonly ofTruth: boolean;
}

/** The method that all others are divided by. */
export const reference = 'plain';

export const methods: Readonly<Record<string, Method>> = {
  /** Bilinear alpha of one pass, the photo's own colours. */
  [reference]: { ofTruth: true, rows: ({ picture, first }) => cutoutRows(picture, alphaOf(first.layer)) },
  /** Bicubic alpha of one pass, the photo's own colours: for comparison, not in the service. */
  bicubic: { ofTruth: true, rows: ({ picture, first }) => bicubicRows(picture, first.layer) },
  /** Bilinear alpha of all passes, the photo's own colours. Recorded figures call it `looks`. */
  passes: { ofTruth: false, rows: ({ picture, blended }) => cutoutRows(picture, alphaOf(blended.layer)) },
  /** Alpha along the photo's edges, the photo's own colours. */
  guided: {
    ofTruth: true,
    rows: ({ picture, blended }) => cutoutRows(picture, alphaOf(blended.layer, blended.colours)),
  },
  /** Alpha along the photo's edges, the subject's own colours on them. */
  coloured: {
    ofTruth: true,
    rows: ({ picture, blended: { layer, colours, beforeChooser } }) =>
      cutoutRows(picture, alphaOf(layer, colours), estimateColours(layer, colours, beforeChooser)),
  },
  /** The same with the refiner's alpha. */
  refined: {
    ofTruth: false,
    async rows({ picture, blended: { layer, colours, beforeChooser }, networks }) {
      if (!networks) throw new Error('The refiner is a network');
      const coarse = { layer, alpha: alphaOf(layer, colours), guided: true };
      const refined = isLost(layer.plane) ? coarse : await refine(picture, coarse, networks);
      return cutoutRows(picture, refined.alpha, estimateColours(refined.layer, colours, beforeChooser));
    },
  },
};

/** Names of the methods that can be measured with these networks. */
export function measurable(networks: OwnNetworks | null): string[] {
  return Object.keys(methods).filter(
    (name) => methods[name].ofTruth || (networks !== null && (name !== 'refined' || networks.has(refinerModel))),
  );
}

/** All rows of a cutout, read in strips as the PNG encoder reads them. */
export function pixelsOf(rows: RowWriter): Uint8Array {
  const stride = rows.widthPx * rows.channels;
  const pixels = new Uint8Array(rows.heightPx * stride);
  for (let y = 0; y < rows.heightPx; y += stripRows) {
    rows.write(Math.min(stripRows, rows.heightPx - y), pixels.subarray(y * stride));
  }
  return pixels;
}

const stripRows = 64;
