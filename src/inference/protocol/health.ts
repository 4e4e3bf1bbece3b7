/** `GET /v2`, `/v2/health/live`, `/v2/health/ready` (Open Inference Protocol v2, "Health" and "Server Metadata"). */
import type { Scheduler } from '../scheduler/scheduler.ts';
import { jsonAnswer } from './answer.ts';
import { notLoaded } from './models.ts';
import type { Route } from './route.ts';

export interface ServerDescription {
  readonly name: string;
  readonly version: string;
  /** What the protocol does not know: which runtime, and the number format of each network. */
  readonly parameters: { readonly runtime: string; readonly precisions: Readonly<Record<string, string>> };
}

/** Extensions of the protocol that are spoken here. */
const extensions = ['binary_tensor_data', 'statistics', 'model_repository'];

/**
 * The routes of server metadata, liveness and readiness. A caller should judge by the status: servers differ in the
 * bodies, and the protocol's text calls the member of readiness `live` where others say `ready`.
 */
export function healthRoutes(server: ServerDescription, scheduler: Scheduler): Route[] {
  const metadata = () => jsonAnswer(200, { ...server, extensions });
  return [
    // The text and its OpenAPI file differ in the slash.
    { method: 'GET', pattern: '/v2', handle: metadata },
    { method: 'GET', pattern: '/v2/', handle: metadata },
    { method: 'GET', pattern: '/v2/health/live', open: true, handle: () => jsonAnswer(200, { live: true }) },
    {
      method: 'GET',
      pattern: '/v2/health/ready',
      open: true,
      readiness: true,
      handle: () => {
        const { ready } = scheduler;
        if (ready) return jsonAnswer(200, { live: true, ready });
        return jsonAnswer(503, { live: true, ready, error: notLoaded });
      },
    },
  ];
}
