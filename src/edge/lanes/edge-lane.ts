/** The lane inside the isolate: WASM codecs, networks over the service binding, rows composed as they are read. */
import { nativeDeflate } from '../../codecs/deflate.ts';
import { createEdgePictures } from '../../codecs/pictures.ts';
import { findSubject, hasSubject, renderSubject } from '../../pipeline/subject.ts';
import { createNetworksClient } from '../../protocol/client.ts';
import type { Exchange } from '../exchange.ts';
import { inferenceLink } from '../inference-link.ts';
import type { LaneResult, LaneWork } from './lane.ts';

/** @throws ImageFault, NetworkFault */
export async function runInIsolate(exchange: Exchange, work: LaneWork): Promise<LaneResult> {
  const { timings, settings } = exchange;
  const picture = await timings.during('decode', () =>
    createEdgePictures(settings.limits).open(work.file, work.header),
  );
  const networks = createNetworksClient(inferenceLink(exchange, work.deadlineMs));
  const matte = await timings.during('inference', () => findSubject(picture, networks, settings.matteModel));
  return {
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    subjectFound: hasSubject(matte),
    png: renderSubject(picture, matte, work.result, nativeDeflate),
  };
}
