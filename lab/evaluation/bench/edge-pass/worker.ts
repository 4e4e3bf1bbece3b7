/** Runs in workerd: composes and encodes a cutout from rows in memory, and answers how many bytes it made. */

import { alphaOf } from '../../../../src/pixels/pipeline/edges/alpha-source.ts';
import { estimateColours } from '../../../../src/pixels/pipeline/edges/colours.ts';
import { framePicture } from '../../../../src/pixels/pipeline/picture/frame.ts';
import { layerOver } from '../../../../src/pixels/pipeline/plane/layer.ts';
import { encodePng } from '../../../../src/pixels/pipeline/png/encode.ts';
import { cutoutRows } from '../../../../src/pixels/pipeline/rows/compose.ts';

/** The body: RGB of the picture, RGB of what the network saw, its matte. */
export default {
  async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const [widthPx, heightPx, sidePx] = ['width', 'height', 'side'].map((name) => Number(query.get(name)));
    const body = new Uint8Array(await request.arrayBuffer());
    if (query.get('edges') === 'nothing') return Response.json({ bytes: 0 });
    const [pixels, seen] = [widthPx * heightPx * 3, sidePx * sidePx * 3];
    const samples = body.subarray(0, pixels);
    const colours = body.subarray(pixels, pixels + seen);
    const matte = { widthPx: sidePx, heightPx: sidePx, samples: body.subarray(pixels + seen) };
    const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc: null });
    const layer = layerOver(matte, picture);
    const alpha = alphaOf(layer, query.get('edges') === 'plain' ? null : colours);
    const sides = query.get('edges') === 'both' ? estimateColours(layer, colours) : null;
    let bytes = 0;
    for await (const chunk of encodePng(cutoutRows(picture, alpha, sides), null)) {
      bytes += chunk.length;
    }
    return Response.json({ bytes });
  },
};
