import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { startTestServer, type TestServer } from '../../../../test/models/http-server.ts';
import type { SourceOf } from '../manifest.ts';
import type { FetchContext } from './context.ts';
import { fetchSource } from './source.ts';

const directory = useTemporaryDirectory();
const content = Buffer.alloc(200_000, 'weights ');
const sha256 = createHash('sha256').update(content).digest('hex');
let server: TestServer | undefined;

afterEach(() => {
  vi.useRealTimers();
  return server?.close();
});

/** Fetches from a server that answers like this. */
async function fetchFrom(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  change: Partial<SourceOf<'https'>> = {},
  context: Partial<FetchContext> = {},
) {
  server = await startTestServer(answer);
  const workDirectory = path.join(directory(), 'work');
  await mkdir(workDirectory);
  return fetchSource(
    { kind: 'https', url: `${server.url}/model.onnx`, bytes: content.length, sha256, ...change },
    {
      workDirectory,
      manifestDirectory: directory(),
      projectDirectory: directory(),
      environment: {},
      onBytes: () => {},
      ...context,
    },
  );
}

describe('an https source', () => {
  it('gives the file, its hash and its size, and says how far it is', async () => {
    const done: number[] = [];
    const fetched = await fetchFrom(
      (_request, response) => response.end(content),
      {},
      { onBytes: (n) => done.push(n) },
    );
    expect(fetched).toMatchObject({ sha256, bytes: content.length });
    expect(content.equals(await readFile(fetched.file))).toBe(true);
    expect(done.at(-1)).toBe(content.length);
    expect(done).toEqual([...done].sort((a, b) => a - b));
  });

  it('follows a redirect', async () => {
    const fetched = await fetchFrom((request, response) => {
      if (request.url === '/model.onnx') response.writeHead(302, { location: '/elsewhere' }).end();
      else response.end(content);
    });
    expect(fetched.sha256).toBe(sha256);
    expect(server?.requests).toEqual(['/model.onnx', '/elsewhere']);
  });

  it('refuses another file of the same size', async () => {
    const other = Buffer.alloc(content.length, 'other');
    await expect(fetchFrom((_request, response) => response.end(other))).rejects.toThrow(
      /Refused the file from http.*: its SHA-256 is [0-9a-f]{64} \(200000 bytes\) instead of [0-9a-f]{64}\. Check/,
    );
  });

  it('refuses a body that ends early although the server calls it complete', async () => {
    const half = content.subarray(0, 100_000);
    await expect(fetchFrom((_request, response) => response.end(half))).rejects.toThrow(
      'it ended after 100000 of 200000 bytes. Fetch again',
    );
  });

  it('fails when the connection breaks in the middle', async () => {
    const fetching = fetchFrom((_request, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 1000), () => response.destroy());
    });
    await expect(fetching).rejects.toThrow('terminated');
  });

  it('breaks off a body that is larger than the manifest says', async () => {
    await expect(fetchFrom((_request, response) => response.end(content), { bytes: 1000 })).rejects.toThrow(
      'it is larger than the 1000 bytes that it may have',
    );
  });

  it.each([404, 500])('fails on status %i', async (status) => {
    await expect(fetchFrom((_request, response) => response.writeHead(status).end('sorry'))).rejects.toThrow(
      `the server answered ${status}. Check the URL in the manifest`,
    );
  });

  it('gives up on a server that never answers', async () => {
    await expect(fetchFrom(() => {}, {}, { silenceMs: 100 })).rejects.toThrow('no byte came for 0.1 seconds');
  });

  it('gives up on a body that stops', async () => {
    const fetching = fetchFrom(
      (_request, response) => response.write(content.subarray(0, 1000)),
      {},
      { silenceMs: 100 },
    );
    await expect(fetching).rejects.toThrow('no byte came for 0.1 seconds. Check the network');
  });

  it('is patient with a body that is slow but moves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let pieces = 0;
    const sendNext = (response: ServerResponse) => {
      const at = pieces++ * 40_000;
      if (at < content.length) response.write(content.subarray(at, at + 40_000));
      else response.end();
    };
    let answering: ServerResponse | undefined;
    const begin = (_request: IncomingMessage, response: ServerResponse) => {
      answering = response;
      sendNext(response);
    };
    const onBytes = (bytes: number) => {
      if (bytes < Math.min(pieces * 40_000, content.length)) return;
      vi.advanceTimersByTime(150);
      if (answering) sendNext(answering);
    };
    const fetched = await fetchFrom(begin, {}, { silenceMs: 200, onBytes });
    expect(fetched.sha256).toBe(sha256);
    expect(pieces).toBe(6);
  });
});
