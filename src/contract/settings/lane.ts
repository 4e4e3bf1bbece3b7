/** Variables of the image lane, a part of the inference service. It keeps some limits of the edge as well. */

import { bytes, path, url, wholeNumber } from './kinds.ts';
import { laneLimitSettings } from './limits.ts';

const mib = 1024 * 1024;

export const laneSettings = {
  workers: wholeNumber('LANE_WORKERS', {
    fallback: 1,
    min: 0,
    max: 64,
    meaning: 'Processes, each for one picture at a time; 0: no image lane',
  }),
  queue: wholeNumber('LANE_QUEUE', {
    fallback: 8,
    min: 0,
    max: 1024,
    meaning: 'Waiting pictures, each with its file in memory',
  }),
  budgetBytes: bytes('LANE_BUDGET_BYTES', {
    fallback: undefined,
    unset: 'half of the memory / workers, at least 256 MiB',
    min: mib,
    max: 2 ** 44,
    meaning: 'Memory for pictures per process, shared; what exceeds all together is 422',
  }),
  socketsDirectory: path('LANE_SOCKETS_DIR', {
    fallback: undefined,
    unset: "the system's temporary folder",
    meaning: 'Folder of sockets; short, as their paths have at most about 100 bytes',
  }),
  networksUrl: url('LANE_NETWORKS_URL', {
    fallback: undefined,
    unset: 'this service',
    meaning: 'Address of the networks',
  }),
  ...laneLimitSettings,
} as const;
