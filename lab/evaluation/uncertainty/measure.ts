/** One photo through the service's own pipeline: its answer and the uncertainty of it. */
import { buffer } from 'node:stream/consumers';
import { nativePictures } from '../../../src/inference/native/pictures.ts';
import { drawSubject } from '../../../src/pixels/pipeline/draw.ts';
import { estimateColours } from '../../../src/pixels/pipeline/edges/colours.ts';
import type { MatteSettings } from '../../../src/pixels/pipeline/networks/matte-settings.ts';
import type { Networks } from '../../../src/pixels/pipeline/networks/networks.ts';
import { wholeSights } from '../../../src/pixels/pipeline/passes/see.ts';
import { encodePng } from '../../../src/pixels/pipeline/png/encode.ts';
import { probe } from '../../../src/pixels/pipeline/probe/probe.ts';
import { reviewOf } from '../../../src/pixels/pipeline/review/review.ts';
import type { Signs } from '../../../src/pixels/pipeline/review/uncertainty.ts';
import { cutoutRows } from '../../../src/pixels/pipeline/rows/compose.ts';

/** Figures of an answer. */
export interface Measured extends Signs {
  readonly uncertainty: number;
  readonly found: boolean;
}

const nothing: Signs = { undecided: 0, crumbs: 0 };

const asServed: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true };

/** @throws ImageFault, NetworkFault */
export async function measure(
  file: Buffer,
  networks: Networks,
): Promise<{ readonly measured: Measured; readonly answer: Buffer }> {
  const picture = await nativePictures.open(file, probe(file));
  try {
    const { model } = asServed;
    const sights = await wholeSights(picture, networks, [model]);
    const { found, subject, layer, alpha } = await drawSubject(picture, networks, asServed, true, { known: sights });
    const { uncertainty, signs } = await reviewOf({ picture, layer, found }, { networks, model, sights });
    const colours = estimateColours(layer, subject.colours, subject.beforeChooser);
    const answer = await buffer(encodePng(cutoutRows(picture, alpha, colours), picture.icc, picture.codePoints));
    const { undecided, crumbs, failed } = signs ?? nothing;
    const share = (value: number) => Number(value.toFixed(4));
    const shares = { undecided: share(undecided), crumbs: share(crumbs) };
    const measured = { ...shares, ...(failed !== undefined && { failed: share(failed) }), uncertainty, found };
    return { measured, answer };
  } finally {
    picture.close();
  }
}
