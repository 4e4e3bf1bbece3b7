/** Runs in workerd: encodes RGBA that it was sent, and answers how many bytes the file has. */
import type { OutputFormat } from '../../../../src/contract/output/output.ts';
import { edgeEncoders } from '../../../../src/pixels/codecs/encoders.ts';
import { encode } from '../../../../src/pixels/pipeline/output/encode.ts';
import { finishedOf } from './finished.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams;
    const [widthPx, heightPx] = ['width', 'height'].map((name) => Number(query.get(name)));
    const samples = new Uint8Array(await request.arrayBuffer());
    const format = query.get('format');
    if (format === null) return Response.json({ bytes: 0 });
    const quality = Number(query.get('quality'));
    const finished = finishedOf({ widthPx, heightPx, samples });
    let bytes = 0;
    for await (const piece of encode(finished, format as OutputFormat, quality, edgeEncoders)) bytes += piece.length;
    return Response.json({ bytes });
  },
};
