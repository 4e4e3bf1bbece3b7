/** Variables of the image lane, a part of the inference service. It keeps some limits of the edge as well. */

import { bytes, milliseconds, path, url, wholeNumber } from './kinds.ts';
import { laneLimitSettings } from './limits.ts';

const mib = 1024 * 1024;

export const laneSettings = {
  workers: wholeNumber('LANE_WORKERS', {
    fallback: 1,
    min: 0,
    max: 64,
    meaning: 'Processes that work on pictures, one at a time each; 0 for no image lane',
  }),
  queue: wholeNumber('LANE_QUEUE', {
    fallback: 8,
    min: 0,
    max: 1024,
    meaning: 'Pictures that may wait, each with its file in memory',
  }),
  budgetBytes: bytes('LANE_BUDGET_BYTES', {
    fallback: undefined,
    unset: 'half of the memory / workers, at least 256 MiB',
    min: mib,
    max: 2 ** 44,
    meaning:
      'Memory for pictures of one such process. They share it; a picture that needs more than all have together is 422',
  }),
  stallMs: milliseconds('LANE_STALL_MS', {
    fallback: 30_000,
    min: 10,
    max: 600_000,
    meaning: 'A process that owes the next bytes of an answer for longer is killed',
  }),
  socketsDirectory: path('LANE_SOCKETS_DIR', {
    fallback: undefined,
    unset: "the system's temporary folder",
    meaning: 'Where the folder with the sockets of such processes is made. Its path must be short; npm start sets it',
  }),
  networksUrl: url('LANE_NETWORKS_URL', {
    fallback: undefined,
    unset: 'this service',
    meaning: 'Where the image lane finds the networks',
  }),
  ...laneLimitSettings,
} as const;
