/** The image lane in this process: what a child does with a picture, without the child. */

import { defaultLimits } from '../../src/contract/limits.ts';
import { laneFaultOf } from '../../src/inference/lane/lane-fault.ts';
import { type FinishedPicture, workOnPicture } from '../../src/inference/lane/picture-work.ts';
import { byteStreamOf } from '../../src/pixels/bounds/testing/byte-stream.ts';
import { readRemainingMs } from '../../src/wire/protocol/call-headers.ts';
import { type CachedDescription, createNetworksClient } from '../../src/wire/protocol/client.ts';
import type { Fetch } from '../../src/wire/protocol/exchange.ts';
import { writeLaneAnswer } from '../../src/wire/protocol/lane/answer.ts';
import { writeLaneFault } from '../../src/wire/protocol/lane/fault.ts';
import { filesOf, readLaneRequest } from '../../src/wire/protocol/lane/request.ts';

/** Answers requests to the lane. @param networks what answers requests to networks */
export function openImageLane(networks: Fetch): Fetch {
  const descriptions = new Map<string, CachedDescription>();

  async function begin(url: string, init: RequestInit): Promise<FinishedPicture> {
    const { pathname, search } = new URL(url);
    const headers = new Headers(init.headers);
    const header = (name: string) => headers.get(name);
    const request = readLaneRequest(pathname + search, header);
    if (!request) throw new Error(`There is no task ${url}`);
    const body = new Uint8Array(await new Response(init.body).arrayBuffer());
    const { signal } = new AbortController();
    const client = createNetworksClient({
      fetch: networks,
      baseUrl: 'http://inference',
      deadlineMs: Date.now() + readRemainingMs(header),
      descriptions,
    });
    const given = { ...request, ...filesOf(request, body), limits: defaultLimits, networks: client, signal };
    return workOnPicture({ ...given, reserve: async () => {} });
  }

  return async (url, init) => {
    try {
      const finished = await begin(url, init);
      const { status, headers, body } = writeLaneAnswer(finished);
      return new Response(byteStreamOf(untilClosed(body, finished)), { status, headers });
    } catch (cause) {
      const { status, headers, body } = writeLaneFault(laneFaultOf(cause));
      return new Response(new Uint8Array(body), { status, headers });
    }
  };
}

/** The pieces of an answer; with the last one its pictures are given back. */
async function* untilClosed(pieces: AsyncIterable<Uint8Array>, finished: FinishedPicture): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } finally {
    finished.close();
  }
}
