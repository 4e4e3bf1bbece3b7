/** Both lanes of the edge made up, for `vi.mock`: `() => import('./testing/lanes.ts')`. */
import { vi } from 'vitest';
import type { Exchange } from '../exchange.ts';
import type { LaneResult, LaneWork } from '../lanes/lane.ts';
import type { Stages } from '../lanes/stages.ts';
import type { RequestResources } from '../request-resources.ts';

type EdgeLane = (
  exchange: Exchange,
  work: LaneWork,
  stages: Stages,
  resources: RequestResources,
) => Promise<LaneResult>;
type ImageLane = (exchange: Exchange, work: LaneWork, resources: RequestResources) => Promise<LaneResult>;

export const runOnEdgeLane = vi.fn<EdgeLane>();
const imageLane = vi.fn<ImageLane>();
/** Files as they were given: behind an answer their memory is free. */
export const runOnImageLane = new Proxy(imageLane, {
  apply(lane, _this, [exchange, work, resources]: Parameters<ImageLane>) {
    const { file, background } = work;
    return lane(exchange, { ...work, file: file.slice(), background: background?.slice() ?? background }, resources);
  },
});
