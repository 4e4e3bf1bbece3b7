/** One photo through the service's own pipeline: its answer and the uncertainty of it. */
import { buffer } from 'node:stream/consumers';
import { nativePictures } from '../../src/native/pictures.ts';
import { drawSubject } from '../../src/pipeline/draw.ts';
import { estimateColours } from '../../src/pipeline/edges/colours.ts';
import type { MatteSettings } from '../../src/pipeline/networks/matte-settings.ts';
import type { Networks } from '../../src/pipeline/networks/networks.ts';
import { encodePng } from '../../src/pipeline/png/encode.ts';
import { probe } from '../../src/pipeline/probe/probe.ts';
import { type Signs, signsOf } from '../../src/pipeline/review/uncertainty.ts';
import { cutoutRows } from '../../src/pipeline/rows/compose.ts';

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
    const { found, subject, layer, alpha, uncertainty } = await drawSubject(picture, networks, asServed, true);
    const colours = estimateColours(layer, subject.colours, subject.beforeChooser);
    const answer = await buffer(encodePng(cutoutRows(picture, alpha, colours), picture.icc, picture.codePoints));
    // A matte without a subject has no area to share.
    const { undecided, crumbs } = found ? signsOf(layer, picture) : nothing;
    const share = (value: number) => Number(value.toFixed(4));
    const signs = { undecided: share(undecided), crumbs: share(crumbs) };
    return { measured: { ...signs, uncertainty, found }, answer };
  } finally {
    picture.close();
  }
}
