/**
 * Calls to the service within this process: the edge's own code, both lanes with their codecs, and tiny networks. What is between
 * programs is left out: workerd, children, sockets, and the ledger, which admits every call.
 */
import './runtime.ts';
import { beforeAll } from 'vitest';
import { processingOperations, type Task } from '../../src/contract/operations.ts';
import { byApiKey } from '../../src/edge/admit/admission-policy.ts';
import { refusalOf, refuse } from '../../src/edge/answer/refuse.ts';
import { type Environment, settingsOf } from '../../src/edge/environment.ts';
import { processPicture } from '../../src/edge/process.ts';
import { removebgRefusalOf } from '../../src/edge/removebg/refuse.ts';
import { removebg } from '../../src/edge/removebg/service.ts';
import { serviceOf } from '../../src/edge/service.ts';
import { type Call as EdgeCall, keyHashSecret, makeCall } from '../../src/edge/testing/call.ts';
import { writeLaneRequest } from '../../src/wire/protocol/lane/request.ts';
import type { Answer } from '../http-message.ts';
import type { Call } from '../requests.ts';
import { openImageLane } from './image-lane.ts';
import { openTinyNetworks, type TinyNetworks } from './networks.ts';

export interface InProcessSettings extends TinyNetworks {
  /** Variables of the edge over its defaults. */
  readonly edgeVariables?: Readonly<Record<string, string>>;
}

export interface InProcess {
  /** Sends a call as a client would; its key is made up, and any other is one too. */
  send(call: Call): Promise<Answer>;
  /** Posts a file straight to the image lane, also one that would go to the edge, with the settings of the edge. */
  postToLane(task: Task, file: Uint8Array): Promise<Response>;
}

/** Opens the service. */
async function openInProcess({ edgeVariables, ...tiny }: InProcessSettings = {}): Promise<InProcess> {
  const networks = await openTinyNetworks(tiny);
  const lane = openImageLane(networks);
  const INFERENCE = {
    fetch: (url: string, init: RequestInit) => (new URL(url).hostname === 'lane' ? lane : networks)(url, init),
  };
  const variables = { KEY_HASH_SECRET: keyHashSecret, ADMIN_TOKEN: 'admin token of the tests', ...edgeVariables };
  // Of the bindings only the variables are read here.
  const settings = settingsOf(variables as unknown as Environment);
  return {
    async send({ method, path, headers: { 'X-API-Key': _made, ...headers }, body }) {
      const call = await makeCall({
        method,
        path,
        headers: { ...headers, 'Content-Length': String(body?.length ?? 0) },
        upload: body && new Uint8Array(body),
        settings,
        env: { INFERENCE },
      });
      const response = await answered(call, path);
      const file = Buffer.from(await response.arrayBuffer());
      await call.over();
      return { status: response.status, headers: response.headers, body: file };
    },
    postToLane(task, file) {
      const request = { task, matte: settings.matte, heic: settings.heic, backgroundBytes: 0 };
      const terms = { requestId: undefined, remainingMs: 60_000 };
      const { path, ...init } = writeLaneRequest(request, terms, new Uint8Array(file));
      return lane(`http://lane${path}`, init);
    },
  };
}

/** Has the edge work on a call, and refuse it as the app does. */
async function answered({ exchange, body }: EdgeCall, path: string): Promise<Response> {
  const operation = processingOperations.find((each) => each.path === path);
  try {
    return await (operation
      ? processPicture(exchange, serviceOf(operation), body, byApiKey)
      : processPicture(exchange, removebg, body, byApiKey));
  } catch (failure) {
    const { requestId, env, settings } = exchange;
    const refused = operation
      ? refusalOf(failure, operation.encoding, settings.heic, { requestId })
      : removebgRefusalOf(failure, 'multipart', settings.heic, { requestId });
    return refuse(refused, env);
  }
}

/** Declares the service of a block of tests: opened before them. */
export function declareInProcess(settings: InProcessSettings = {}): InProcess {
  const opened = openOnce(settings);
  beforeAll(async () => void (await opened()));
  return {
    send: async (call) => (await opened()).send(call),
    postToLane: async (task, file) => (await opened()).postToLane(task, file),
  };
}

function openOnce(settings: InProcessSettings): () => Promise<InProcess> {
  let opening: Promise<InProcess> | null = null;
  return () => {
    opening ??= openInProcess(settings);
    return opening;
  };
}
