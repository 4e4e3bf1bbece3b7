/** Clients against a server that does what each test says: they must report what it did. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { blankPng } from '../png.ts';
import { planCall } from './calls.ts';
import { type CallRecord, runCall } from './client.ts';
import type { ChaosKey } from './keys.ts';
import type { Departure, Manner, Stage } from './manners.ts';

const key: ChaosKey = { id: 'key_1', key: 'test_x', kind: 'plenty', weight: 1 };
const size = { widthPx: 700, heightPx: 500 };
const picture = { name: 'a.jpg', file: Buffer.alloc(100_000, 1), size, weight: 1 };
const at = { share: 0.5, waitMs: 20, bytes: 10 };
const leave = (stage: Stage, how: Departure): Manner => ({ kind: 'leave', stage, how, at });

let png: Buffer;
let server: net.Server;
beforeAll(() => {
  png = blankPng({ ...size, bitDepth: 8, colourType: 6 });
});
afterEach(() => server.close());

/** What the server saw of its one connection. */
interface Seen {
  bytes: number;
  ended: 'open' | 'end' | 'reset';
}

/** Runs a call against a server that waits for all of it and then does `answer`. */
async function callOf(manner: Manner, answer: (socket: net.Socket) => void) {
  const wanted = { key, operation: operationNamed('alpha-channel'), picture, options: {} };
  const planned = planCall('r1', wanted, manner, null, true);
  const bodyBytes = planned.call.body?.length ?? 0;
  const seen: Seen = { bytes: 0, ended: 'open' };
  server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (piece) => {
      const before = seen.bytes;
      seen.bytes += piece.length;
      if (before < bodyBytes && seen.bytes >= bodyBytes) setTimeout(() => answer(socket), 5);
    });
    socket.on('end', () => {
      seen.ended = 'end';
    });
    socket.on('error', () => {
      seen.ended = 'reset';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const record: CallRecord = await runCall(`http://127.0.0.1:${port}`, planned);
  if (record.ending === 'left') await vi.waitFor(() => expect(seen.ended).not.toBe('open'));
  return { record, seen, bodyBytes };
}

const head = (bytes: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n`;
const whole = (socket: net.Socket) => socket.write(Buffer.concat([Buffer.from(head(png.length)), png]));
const silent = () => {};

describe('a client that stays', () => {
  test.each([
    { kind: 'polite' },
    { kind: 'slow', uploadPieces: 3, uploadPauseMs: 5, readPauseMs: 1 },
    { kind: 'stall', stage: 'upload', how: 'go-on', ms: 20, at },
    { kind: 'stall', stage: 'answer', how: 'go-on', ms: 20, at },
  ] as const)('sees a whole answer: $kind', async (manner) => {
    const { record } = await callOf(manner, whole);
    expect(record).toMatchObject({ ending: 'whole', status: 200, uploaded: true, fault: null });
  });

  test('sees that a whole answer is not what was asked for', async () => {
    const cut = png.subarray(0, -20);
    const { record } = await callOf({ kind: 'polite' }, (socket) => {
      socket.end(Buffer.concat([Buffer.from(head(cut.length)), cut]));
    });
    expect(record).toMatchObject({ ending: 'whole', fault: expect.stringContaining('a PNG cut') });
  });

  test('sees a cut one, however the connection ends', async () => {
    for (const end of [(socket: net.Socket) => socket.end(), (socket: net.Socket) => socket.resetAndDestroy()]) {
      const { record } = await callOf({ kind: 'polite' }, (socket) => {
        socket.write(Buffer.concat([Buffer.from(head(png.length)), png.subarray(0, 500)]), () => end(socket));
      });
      expect(record).toMatchObject({ ending: 'broken', status: 200, fault: null });
    }
  });

  test('sees that nothing comes', async () => {
    const { record } = await callOf({ kind: 'polite' }, (socket) => socket.destroy());
    expect(record).toMatchObject({ ending: 'unanswered', status: null, uploaded: true });
  });
});

describe('a client that leaves', () => {
  test.each(['drop', 'reset'] as const)('by %s during the upload has not sent all of it', async (how) => {
    const { record, seen, bodyBytes } = await callOf(leave('upload', how), whole);
    expect(record).toMatchObject({ ending: 'left', status: null, uploaded: false });
    expect(seen.bytes).toBeLessThan(bodyBytes);
    // A reset that arrives before all bytes are read may appear as an end.
    expect(seen.ended).not.toBe('open');
  });

  test.each(['drop', 'reset'] as const)('by %s while it waits has sent all of it', async (how) => {
    const { record, seen, bodyBytes } = await callOf(leave('waiting', how), silent);
    expect(record).toMatchObject({ ending: 'left', status: null, uploaded: true });
    expect(seen.bytes).toBeGreaterThan(bodyBytes);
    expect(seen.ended).toBe(how === 'drop' ? 'end' : 'reset');
  });

  test('within the answer has seen its status', async () => {
    const { record } = await callOf(leave('answer', 'reset'), (socket) => {
      socket.write(Buffer.concat([Buffer.from(head(png.length)), png.subarray(0, 500)]));
    });
    expect(record).toMatchObject({ ending: 'left', status: 200, uploaded: true });
  });

  test('after a whole answer has not left', async () => {
    expect((await callOf(leave('answer', 'reset'), whole)).record.ending).toBe('whole');
  });

  test('closes its side and still takes the answer', async () => {
    const { record, seen } = await callOf(leave('waiting', 'half-close'), (socket) => {
      if (socket.readableEnded) whole(socket);
      else socket.once('end', () => whole(socket));
    });
    expect(record.ending).toBe('whole');
    expect(seen.ended).toBe('end');
  });
});
