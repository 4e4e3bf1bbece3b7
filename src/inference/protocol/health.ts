/** `GET /v2`, `/v2/health/live`, `/v2/health/ready` (Open Inference Protocol v2, "Health" and "Server Metadata"). */
import type { Scheduler } from '../scheduler/scheduler.ts';
import { emptyAnswer, jsonAnswer } from './answer.ts';
import type { Route } from './route.ts';

export interface ServerName {
  readonly name: string;
  readonly version: string;
}

/** The routes of server metadata, liveness and readiness. */
export function healthRoutes(server: ServerName, scheduler: Scheduler): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/v2',
      handle: () => jsonAnswer(200, { ...server, extensions: ['binary_tensor_data', 'statistics'] }),
    },
    // By status alone: the protocol leaves the body open.
    { method: 'GET', pattern: '/v2/health/live', open: true, handle: () => emptyAnswer(200) },
    {
      method: 'GET',
      pattern: '/v2/health/ready',
      open: true,
      handle: () => emptyAnswer(scheduler.ready ? 200 : 503),
    },
  ];
}
