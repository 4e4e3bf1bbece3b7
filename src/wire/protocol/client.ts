/** The `Networks` port over HTTP: what the pipeline asks of networks, as calls to a server of the protocol. */

import { passesFrom } from '../../contract/passes/parameters.ts';
import { free } from '../../pixels/bounds/free.ts';
import {
  type ByteTensor,
  type NetworkDescription,
  NetworkFault,
  type Networks,
} from '../../pixels/pipeline/networks/networks.ts';
import { Breaker } from './breaker.ts';
import { type ExchangeAnswer, type ExchangeOptions, exchange, type Fetch, malformed } from './exchange.ts';
import { type EncodedMessage, headerLengthName, isRecord, messageHeaders } from './frame.ts';
import type { KnownLines } from './line-load.ts';
import { decodeInferResponse, encodeInferRequest } from './message.ts';
import { decodeModelMetadata } from './metadata.ts';
import { pipelineTensor } from './pipeline-tensor.ts';
import { readWeights } from './weights-parameter.ts';

export interface CachedDescription {
  readonly description: NetworkDescription;
  /** Milliseconds since the epoch. */
  readonly readAtMs: number;
}

export interface NetworksClientSettings {
  /** `globalThis.fetch`, or that of a service binding, bound to it. */
  readonly fetch: Fetch;
  /** Where the service is, e.g. `http://127.0.0.1:8788`. Behind a service binding any host will do. */
  readonly baseUrl: string;
  /** INFERENCE_TOKEN, sent as a bearer token. */
  readonly token?: string;
  /** By which one request can be followed through the logs. */
  readonly requestId?: string;
  /** `CallTerms` says what. */
  readonly call?: string;
  /** The trace that the request is part of, handed on. */
  readonly traceparent?: string;
  /** Whose request it is, by a name that reveals nothing: in the lines of the networks callers take turns. */
  readonly caller?: string;
  /** Whether outputs of networks may be kept for further calls of that caller; `CallTerms` says the rest. */
  readonly mayKeep?: boolean;
  readonly affinity?: string;
  readonly picture?: string;
  /** Deadline for the answer, milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Shared between the clients of one service, so that one request's failures spare the next. */
  readonly breaker?: Breaker;
  /** Shared between clients: model name to its description, believed for 60 s. */
  readonly descriptions?: Map<string, CachedDescription>;
  /** Shared between clients: how full the lines of the networks are, as each answer says. */
  readonly lines?: KnownLines;
  /** Bound on one answer; a matte of 1024 × 1024 takes 1 MiB. 16 MiB by default. */
  readonly maxAnswerBytes?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const descriptionAgeMs = 60_000;
const maxDescriptions = 64;
const answerLimitBytes = 16 * 1024 * 1024;

/**
 * Networks behind the Open Inference Protocol v2 with the binary tensor data extension. One client serves one
 * request: it carries that request's deadline.
 *
 * A connection that fails before any byte was answered is tried once more. Later failures are not: a network may
 * have run. Faults of kind `unavailable` are load, absence and lateness; `failed` is every other answer.
 */
export function createNetworksClient(settings: NetworksClientSettings): Networks {
  const { now = Date.now, descriptions = new Map<string, CachedDescription>() } = settings;
  const breaker = settings.breaker ?? new Breaker({ now });
  // A request is let through as a whole: of the calls that it sends together all must succeed, so that a probe which is
  // one of them alone would fail with it each time.
  let admitted = false;
  const admit = (): boolean => {
    admitted ||= breaker.admit();
    return admitted;
  };
  const noteLine = (model: string) => (headers: Headers) => settings.lines?.note(model, (name) => headers.get(name));
  const exchangeOptions: ExchangeOptions = {
    ...settings,
    now,
    admit,
    baseUrl: settings.baseUrl.replace(/\/+$/, ''),
    breaker,
    maxAnswerBytes: settings.maxAnswerBytes ?? answerLimitBytes,
  };

  return {
    async describe(model) {
      const cached = descriptions.get(model);
      if (cached && now() - cached.readAtMs < descriptionAgeMs) return cached.description;
      const description = await readDescription(exchangeOptions, model, noteLine(model));
      remember(descriptions, model, { description, readAtMs: now() });
      return description;
    },

    async infer(model, inputs) {
      const path = `${modelPath(model)}/infer`;
      const message = encodeRequest(inputs, settings.requestId);
      const headers = messageHeaders(message);
      const call = { method: 'POST', path, headers, body: message.body, onAnswer: noteLine(model) } as const;
      const answer = await exchange(exchangeOptions, call).finally(() => free(message.body));
      return answered(path, () => {
        const { outputs } = decodeInferResponse(answer.body, answer.headers.get(headerLengthName));
        return outputs.map(pipelineTensor);
      });
    },

    within(share) {
      const deadlineMs = now() + share * (settings.deadlineMs - now());
      return createNetworksClient({ ...settings, descriptions, breaker, deadlineMs });
    },
  };
}

async function readDescription(
  options: ExchangeOptions,
  model: string,
  onAnswer: (headers: Headers) => void,
): Promise<NetworkDescription> {
  const path = modelPath(model);
  const answer = await exchange(options, { method: 'GET', path, onAnswer });
  const { name, inputs, outputs, parameters } = answered(path, () => decodeModelMetadata(textOf(answer)));
  const known = parameters ?? (await readConfiguration(options, `${path}/config`));
  const shapeOf = ({ name, shape }: { name: string; shape: readonly number[] }) => ({ name, shape });
  const passes = answered(path, () => passesFrom(known));
  const weights = readWeights(known);
  return { name, ...(weights && { weights }), inputs: inputs.map(shapeOf), outputs: outputs.map(shapeOf), passes };
}

/** Parameters that Triton keeps apart from the metadata; none where a server does not know the path. */
async function readConfiguration(options: ExchangeOptions, path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const answer = await exchange(options, { method: 'GET', path });
    const parsed: unknown = answered(path, () => JSON.parse(textOf(answer)));
    return isRecord(parsed) && isRecord(parsed.parameters) ? parsed.parameters : {};
  } catch (fault) {
    if (fault instanceof NetworkFault && fault.kind === 'failed') return {};
    throw fault;
  }
}

function textOf({ body }: ExchangeAnswer): string {
  return new TextDecoder().decode(body);
}

function encodeRequest(inputs: readonly ByteTensor[], id: string | undefined): EncodedMessage {
  try {
    return encodeInferRequest({ id, inputs, binaryOutput: true });
  } catch (cause) {
    throw new NetworkFault('failed', `The tensors cannot be sent: ${(cause as Error).message}`, { cause });
  }
}

/** Reads an answer; whatever is wrong with it is a failure of the service. */
function answered<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw malformed(path, cause);
  }
}

function modelPath(model: string): string {
  return `/v2/models/${encodeURIComponent(model)}`;
}

function remember(descriptions: Map<string, CachedDescription>, model: string, entry: CachedDescription): void {
  descriptions.delete(model);
  descriptions.set(model, entry);
  for (const oldest of descriptions.keys()) {
    if (descriptions.size <= maxDescriptions) break;
    descriptions.delete(oldest);
  }
}
