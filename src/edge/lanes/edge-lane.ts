/** The edge lane: WASM codecs in this isolate, networks over the service binding, rows composed as they are read. */
import { edgeEncoders } from '../../pixels/codecs/encoders.ts';
import { createEdgePictures } from '../../pixels/codecs/pictures.ts';
import { work } from '../../pixels/pipeline/work.ts';
import { createNetworksClient } from '../../wire/protocol/client.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestResources } from '../request-resources.ts';
import { inferenceLink } from './inference-link.ts';
import type { LaneResult, LaneWork } from './lane.ts';
import type { Stages } from './stages.ts';

/**
 * Works on a picture within this isolate, which must have room for its decoding.
 * @param stages get memory for its later stages
 * @param resources keeps the picture until the result has been read
 * @throws ImageFault, NetworkFault; NoRoom and BeyondRowDecoder, after which the picture holds no memory
 */
export async function runOnEdgeLane(
  exchange: Exchange,
  laneWork: LaneWork,
  stages: Pick<Stages, 'endDecoding' | 'forAlpha' | 'forEncoding'>,
  resources: RequestResources,
): Promise<LaneResult> {
  const { timings, settings } = exchange;
  exchange.lane = 'edge';
  const { file, header, task, matte } = laneWork;
  const opened = await timings.during('decode', () => createEdgePictures(settings.limits).open(file, header));
  const picture = resources.keep(opened, (it) => it.close());
  stages.endDecoding();
  const networks = createNetworksClient(await inferenceLink(exchange, laneWork, resources.signal));
  try {
    const result = await timings.during('inference', () =>
      work(picture, networks, matte, task, { ...edgeEncoders, takeRoom: (bytes) => stages.forAlpha(bytes) }),
    );
    await picture.complete?.();
    await stages.forEncoding();
    return { widthPx: picture.widthPx, heightPx: picture.heightPx, ...result };
  } catch (fault) {
    picture.close();
    throw fault;
  }
}
