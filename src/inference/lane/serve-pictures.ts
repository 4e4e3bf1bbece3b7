/** The inside of a lane child: one picture after the other over a local socket, its life over the IPC channel. */
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { largestImageBytes } from '../../contract/limits.ts';
import { ReaderFault } from '../../pixels/pipeline/picture/fault.ts';
import { Breaker } from '../../wire/protocol/breaker.ts';
import {
  readCall,
  readCaller,
  readMayKeep,
  readRemainingMs,
  readRequestId,
  readTraceparent,
} from '../../wire/protocol/call-headers.ts';
import { type CachedDescription, createNetworksClient } from '../../wire/protocol/client.ts';
import { writeLaneAnswer } from '../../wire/protocol/lane/answer.ts';
import { writeLaneFault } from '../../wire/protocol/lane/fault.ts';
import { filesOf, readLaneRequest } from '../../wire/protocol/lane/request.ts';
import { availableCores } from '../cores.ts';
import { useThreads } from '../native/libvips.ts';
import { sendAnswer } from '../protocol/answer.ts';
import { callerSignal, headersOf } from '../protocol/call.ts';
import { receiveBody } from '../protocol/receive.ts';
import type { FromLaneChild, StartMessage, ToLaneChild } from './channel.ts';
import { Garbage } from './garbage.ts';
import { laneFaultOf, unavailable } from './lane-fault.ts';
import { type FinishedPicture, type PictureWork, workOnPicture } from './picture-work.ts';

type Reserve = PictureWork['reserve'];

/** The IPC channel of a forked process: `process` itself. */
export interface Channel {
  send?(message: FromLaneChild): unknown;
  on(event: 'message', listener: (message: ToLaneChild) => void): unknown;
  on(event: 'disconnect' | NodeJS.Signals, listener: () => void): unknown;
  exit(status: number): unknown;
}

/** Serves pictures until the channel closes, which it does when the parent ends. */
export function servePictures(channel: Channel): void {
  const garbage = new Garbage();
  let granted = (): void => {};
  const reserve: Reserve = (bytes, signal) =>
    new Promise((resolve, reject) => {
      garbage.reserved(bytes);
      granted = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      signal.throwIfAborted();
      channel.send?.({ kind: 'need', bytes });
    });
  channel.on('message', (message) => {
    if (message.kind === 'grant') return granted();
    useThreads(availableCores());
    listen(message, { channel, reserve, garbage });
  });
  channel.on('disconnect', () => channel.exit(0));
  // A terminal's Ctrl-C reaches the whole process group; the service drains first and ends its children itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) channel.on(signal, () => {});
}

function listen(start: StartMessage, inside: Inside): void {
  const { channel, garbage } = inside;
  // Shared by all pictures: what is known of the networks, and whether they are down.
  const shared = { breaker: new Breaker(), descriptions: new Map<string, CachedDescription>() };
  let busy = false;
  const server = createServer((incoming, response) => {
    if (busy) {
      response.shouldKeepAlive = false;
      void sendAnswer(response, unavailable('This process works on another picture', 1), true);
      return;
    }
    busy = true;
    handle(incoming, response, { ...inside, start, shared })
      .catch((cause: unknown) => {
        // After the first byte only a broken connection can show a failure.
        report(channel, incoming, cause);
        response.destroy();
      })
      .finally(async () => {
        await garbage.left();
        busy = false;
        channel.send?.({ kind: 'idle' });
      });
  });
  // A child that was killed leaves its socket behind.
  if (process.platform !== 'win32') rmSync(start.socket, { force: true });
  server.listen(start.socket, () => channel.send?.({ kind: 'listening' }));
}

/** What lives as long as the process. */
interface Inside {
  readonly channel: Channel;
  readonly reserve: Reserve;
  readonly garbage: Garbage;
}

interface Workplace extends Inside {
  readonly start: StartMessage;
  readonly shared: { readonly breaker: Breaker; readonly descriptions: Map<string, CachedDescription> };
}

async function handle(incoming: IncomingMessage, response: ServerResponse, around: Workplace): Promise<void> {
  const signal = callerSignal(response);
  let finished: FinishedPicture | null = null;
  try {
    finished = await begin(incoming, signal, around);
  } catch (fault) {
    if (signal.aborted) return;
    const sent = laneFaultOf(fault);
    if (sent.kind === 'failed' || sent instanceof ReaderFault) report(around.channel, incoming, fault);
    await sendAnswer(response, writeLaneFault(sent), true);
    return;
  }
  try {
    await sendAnswer(response, writeLaneAnswer(finished), true);
  } catch (cause) {
    if (!signal.aborted) throw cause;
  } finally {
    finished.close();
  }
}

function report(channel: Channel, incoming: IncomingMessage, cause: unknown): void {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  channel.send?.({ kind: 'trouble', requestId: readRequestId(headersOf(incoming)), text });
}

async function begin(
  incoming: IncomingMessage,
  signal: AbortSignal,
  { start, shared, reserve, garbage }: Workplace,
): Promise<FinishedPicture> {
  const header = headersOf(incoming);
  const deadlineMs = Date.now() + readRemainingMs(header);
  const request = readLaneRequest(incoming.url ?? '', header);
  if (!request) throw new Error(`There is no task ${incoming.url}`);
  const body = await receiveBody(incoming, largestImageBytes(start.limits));
  garbage.received(body.length);
  const networks = createNetworksClient({
    ...shared,
    fetch: globalThis.fetch,
    baseUrl: start.inferenceUrl,
    token: start.token,
    requestId: readRequestId(header),
    call: readCall(header),
    traceparent: readTraceparent(header),
    caller: readCaller(header),
    mayKeep: readMayKeep(header),
    deadlineMs,
    signal,
  });
  return workOnPicture({ ...request, ...filesOf(request, body), limits: start.limits, networks, reserve, signal });
}
