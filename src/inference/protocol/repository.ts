/**
 * `POST /v2/repository/index` (Triton's model repository extension of the protocol). Networks are loaded when a child
 * starts: `load` and `unload` are refused, as Triton does where an operator has switched them off.
 */
import { MessageFault } from '../../wire/protocol/fault.ts';
import { isRecord } from '../../wire/protocol/frame.ts';
import { type Catalogue, servedVersion } from '../catalogue.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { jsonAnswer } from './answer.ts';
import { modelOf, notLoaded } from './models.ts';
import { receiveBody } from './receive.ts';
import type { Route, RouteCall } from './route.ts';

/** A request of the index says `{"ready": true}` at most. */
const maxRequestBytes = 16 * 1024;

/** The routes of the model repository. */
export function repositoryRoutes(catalogue: Catalogue, scheduler: Scheduler): Route[] {
  const refuse = (call: RouteCall): never => {
    modelOf(catalogue, call);
    throw new MessageFault('Networks are loaded and unloaded with the service alone');
  };
  return [
    {
      method: 'POST',
      pattern: '/v2/repository/index',
      handle: async ({ incoming }) => {
        const onlyReady = readOnlyReady(await receiveBody(incoming, maxRequestBytes));
        const { ready } = scheduler;
        const state = ready ? { state: 'READY', reason: '' } : { state: 'UNAVAILABLE', reason: notLoaded };
        const listed = onlyReady && !ready ? [] : catalogue.models;
        return jsonAnswer(
          200,
          listed.map(({ name }) => ({ name, version: servedVersion, ...state })),
        );
      },
    },
    { method: 'POST', pattern: '/v2/repository/models/:model/load', handle: refuse },
    { method: 'POST', pattern: '/v2/repository/models/:model/unload', handle: refuse },
  ];
}

/** Whether models that are not ready are left out: not where the body is empty. @throws MessageFault */
function readOnlyReady(body: Uint8Array): boolean {
  if (body.byteLength === 0) return false;
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new MessageFault('The index request is not JSON', cause);
  }
  if (!isRecord(parsed)) throw new MessageFault('The index request is not a JSON object');
  const { ready = false } = parsed;
  if (typeof ready !== 'boolean') throw new MessageFault('Expected true or false as ready');
  return ready;
}
