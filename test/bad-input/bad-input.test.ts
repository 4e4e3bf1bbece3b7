/**
 * Requests that no client should send. Each gets its exact answer within a second of the byte that decides it (the
 * drain of an upload that stalls comes on top), costs nothing, and leaves the service as it was.
 */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expectCharged } from '../accounts.ts';
import { brokenImage, expectRefusal, refusals } from '../contract.ts';
import { fastest } from '../fastest.ts';
import type { Answer } from '../http-message.ts';
import { withScans } from '../jpeg.ts';
import { newKey } from '../keys.ts';
import { canMeasure, findWorkerd, growthDuring } from '../memory.ts';
import { noise, photo } from '../photos.ts';
import { blankData, blankPng, pngWith } from '../png.ts';
import { type Call, filePart, multipartCall } from '../requests.ts';
import { declareService } from '../service.ts';
import { Connection, headOf, writeCall } from '../sockets.ts';
import type { CreatedKey } from '../stack.ts';
import { mattePath } from './case.ts';
import { forms } from './forms.ts';
import { images } from './images.ts';
import { jsonBodies } from './json.ts';

const decisionMs = 1000;
/** DRAIN_MS and DRAIN_BYTES, at their defaults. */
const drainMs = 5000;
const drainBytes = 32 * 1024 * 1024;
/** More than a drip may pause on a machine that stands still for seconds. */
const uploadIdleMs = 5000;
const uploadTotalMs = 6000;
const megabyte = 1024 * 1024;

const service = declareService({ UPLOAD_IDLE_MS: String(uploadIdleMs), UPLOAD_TOTAL_MS: String(uploadTotalMs) });
/** Runs a step on a connection of its own. */
async function connected<Result>(step: (connection: Connection, base: string) => Promise<Result>): Promise<Result> {
  const { base } = service.stack;
  const connection = await Connection.open(base);
  try {
    return await step(connection, base);
  } finally {
    connection.close();
  }
}

/** Sends a whole request and says how long the answer took after its last byte. */
function judge(call: Call): Promise<{ answer: Answer; waitedMs: number }> {
  return connected(async (connection, base) => {
    await writeCall(connection, base, call);
    const sentAt = performance.now();
    const answer = await connection.answer();
    return { answer, waitedMs: performance.now() - sentAt };
  });
}

/** The key was charged for nothing so far, and a good request is still served, for one credit. */
async function expectWell(key: CreatedKey): Promise<void> {
  await service.expectNoCreditMoved(key);
  const answer = await service.send(service.goodCall('alpha-channel', key.key));
  expect(answer.status).toBe(200);
  await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
}

describe.each([
  ['forms', forms],
  ['JSON bodies', jsonBodies],
  ['images', images],
] as const)('%s', (_, cases) => {
  const rows = cases.map((one) => [`${one.name}: ${one.expected.status}`, one] as const);
  test.each(rows)('%s', async (__, one) => {
    const refusal = async () => {
      const key = await service.createKey();
      const { answer, waitedMs } = await judge(await one.call(key.key, service.image));
      expectRefusal(answer, one.expected);
      await expectWell(key);
      return waitedMs;
    };
    expect(await fastest(decisionMs, refusal)).toBeLessThan(decisionMs);
  });
});

describe('files that only look bad', () => {
  const taken = async (image: Buffer) => {
    const key = await service.createKey();
    const answer = await service.send(service.goodCall('image-without-background', key.key, image));
    expect({ status: answer.status, code: answer.headers.get('X-Error-Code') }).toEqual({ status: 200, code: null });
    await expectCharged(service.stack, key, 5, [answer.headers.get('X-Request-Id')]);
  };

  test('a JPEG with 100 scans is taken', async () => taken(withScans(await photo('progressive'), 100)));

  test('a picture of 65,535 px on a side is taken', () => {
    return taken(blankPng({ widthPx: 65_535, heightPx: 2, bitDepth: 8, colourType: 2 }));
  });

  test.each([
    ['small', 8],
    ['large', 2000],
  ])('a %s PNG whose colour profile is broken is taken: all its pixels are there', (_, sidePx) => {
    const header = { widthPx: sidePx, heightPx: sidePx, bitDepth: 8, colourType: 2 };
    return taken(pngWith(header, blankData(header), [['iCCP', Buffer.concat([Buffer.from('p\0\0'), noise(100)])]]));
  });
});

describe('uploads that take too long', () => {
  const announce = (call: Call, bytes: number): Call => ({ ...call, body: Buffer.alloc(bytes) });

  test.each([
    ['alpha-channel', 'with a length', false],
    ['alpha-channel', 'in chunks', true],
    ['alpha-channel-base64', 'with a length', false],
    ['alpha-channel-base64', 'in chunks', true],
  ] as const)('%s %s that stalls is told so: 408', async (name, _, chunked) => {
    const stall = async () => {
      const key = await service.createKey();
      const call = { ...service.goodCall(name, key.key), chunked };
      const waitedMs = await connected(async (connection, base) => {
        const piece = (call.body ?? Buffer.alloc(0)).subarray(0, 200);
        await connection.write(headOf(base, call));
        // Before the last byte: the service may have it long before this process goes on.
        const stalledAt = performance.now();
        await connection.write(chunked ? Buffer.concat([Buffer.from('c8\r\n'), piece, Buffer.from('\r\n')]) : piece);
        expectRefusal(await connection.answer(), refusals.timeout);
        return performance.now() - stalledAt;
      });
      expect(waitedMs).toBeGreaterThan(uploadIdleMs - 100);
      await expectWell(key);
      return waitedMs;
    };
    const limitMs = uploadIdleMs + decisionMs;
    expect(await fastest(limitMs, stall)).toBeLessThan(limitMs);
  });

  test('a slow loris, which never stalls and never ends, is told so: 408', async () => {
    const loris = async () => {
      const key = await service.createKey();
      const call = announce(service.goodCall('alpha-channel', key.key), 500_000);
      const { body = Buffer.alloc(0) } = multipartCall(mattePath, key.key, [filePart(noise(500_000))]);
      const waitedMs = await connected(async (connection, base) => {
        const startedAt = performance.now();
        await connection.write(headOf(base, call));
        const drip = dripping(connection, body);
        try {
          expectRefusal(await connection.answer(), refusals.timeout);
        } finally {
          drip.stop();
        }
        return performance.now() - startedAt;
      });
      expect(waitedMs).toBeGreaterThan(uploadTotalMs - 100);
      await expectWell(key);
      return waitedMs;
    };
    const limitMs = uploadTotalMs + decisionMs;
    expect(await fastest(limitMs, loris)).toBeLessThan(limitMs);
  });

  test('an upload that is refused by its length alone and stalls is answered after the drain', async () => {
    const refusal = async () => {
      const key = await service.createKey();
      const call = announce(service.goodCall('alpha-channel', key.key), 24 * megabyte);
      const waitedMs = await connected(async (connection, base) => {
        await connection.write(headOf(base, call));
        const decidedAt = performance.now();
        expectRefusal(await connection.answer(), refusals.tooLarge);
        return performance.now() - decidedAt;
      });
      await expectWell(key);
      return waitedMs;
    };
    const limitMs = drainMs + decisionMs;
    expect(await fastest(limitMs, refusal)).toBeLessThan(limitMs);
  });

  test('an upload with a bad key that drips on is answered after the drain', async () => {
    const call = announce(service.goodCall('alpha-channel', newKey('test')), 5 * megabyte);
    const refusal = () =>
      connected(async (connection, base) => {
        await connection.write(headOf(base, call));
        const decidedAt = performance.now();
        const drip = dripping(connection, noise(10_000));
        try {
          expectRefusal(await connection.answer(), refusals.invalidKey, false);
        } finally {
          drip.stop();
        }
        return performance.now() - decidedAt;
      });
    const limitMs = drainMs + decisionMs;
    expect(await fastest(limitMs, refusal)).toBeLessThan(limitMs);
  });

  test('an endless upload with a bad key is read for 32 MiB and no further', async () => {
    const key = await service.createKey();
    const call = { ...service.goodCall('alpha-channel', newKey('test')), chunked: true };
    const chunk = Buffer.concat([
      Buffer.from(`${megabyte.toString(16)}\r\n`),
      Buffer.alloc(megabyte),
      Buffer.from('\r\n'),
    ]);
    const sentBytes = await connected(async (connection, base) => {
      await connection.write(headOf(base, call));
      let sent = 0;
      try {
        for (; sent < 4 * drainBytes && !connection.isOver; sent += megabyte) await connection.write(chunk);
      } catch {
        // The server has closed, which is what this is about.
      }
      return sent;
    });
    // What the two systems hold in between comes on top.
    expect(sentBytes).toBeGreaterThanOrEqual(drainBytes);
    expect(sentBytes).toBeLessThan(drainBytes + 16 * megabyte);
    await expectWell(key);
  });

  test('30 uploads that stall at once keep nobody else waiting', async () => {
    const key = await service.createKey();
    const other = await service.createKey({ credits: 30 });
    const { base } = service.stack;
    const connections = await Promise.all(Array.from({ length: 30 }, () => Connection.open(base)));
    try {
      const call = service.goodCall('alpha-channel', other.key);
      await Promise.all(connections.map((connection) => connection.write(headOf(base, call))));
      // Well before the first of them gives up what it holds.
      const startedAt = performance.now();
      await expectWell(key);
      expect(performance.now() - startedAt).toBeLessThan(uploadIdleMs);
      for (const connection of connections) expectRefusal(await connection.answer(), refusals.timeout);
    } finally {
      for (const connection of connections) connection.close();
    }
    await service.expectNoCreditMoved(other, 30);
  });
});

describe.runIf(canMeasure)('memory (read from /proc, so on Linux alone)', () => {
  const png8 = { bitDepth: 8, colourType: 2 };
  /** A decoded picture of 30,000 × 30,000 px would take 3,600 MB. */
  const mostGrowth = 96 * megabyte;

  const growth = async (image: Buffer) => {
    const key = await service.createKey();
    await service.send(service.goodCall('alpha-channel', key.key));
    const call = multipartCall(mattePath, key.key, [filePart(image)]);
    return growthDuring(findWorkerd(), () => judge(call));
  };

  /** What stands beside the pixels may be passed over or refused: the contract does not say. */
  const expectTakenOrBroken = (answer: Answer) => {
    if (answer.status !== 200) expectRefusal(answer, brokenImage('multipart'));
  };

  test('a PNG of 30,000 × 30,000 px in a few kilobytes takes none', async () => {
    const { result, bytes } = await growth(pngWith({ widthPx: 30_000, heightPx: 30_000, ...png8 }, noise(4000)));
    expectRefusal(result.answer, brokenImage('multipart', /more pixels than its data can hold/));
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG of 30,000 × 30,000 px that are all there takes none', async () => {
    const { result, bytes } = await growth(blankPng({ widthPx: 30_000, heightPx: 30_000, bitDepth: 1, colourType: 0 }));
    expectRefusal(result.answer, brokenImage('multipart', /30000x30000/));
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG whose colour profile unpacks to 400 MB takes none of them', async () => {
    const header = { widthPx: 8, heightPx: 8, ...png8 };
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(400 * megabyte), { level: 1 })]);
    const { result, bytes } = await growth(pngWith(header, blankData(header), [['iCCP', profile]]));
    expectTakenOrBroken(result.answer);
    expect(bytes).toBeLessThan(mostGrowth);
  });

  test('a PNG with a text that unpacks to 400 MB takes none of them', async () => {
    const header = { widthPx: 8, heightPx: 8, ...png8 };
    const comment = Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(400 * megabyte), { level: 1 })]);
    const { result, bytes } = await growth(pngWith(header, blankData(header), [['zTXt', comment]]));
    expectTakenOrBroken(result.answer);
    expect(bytes).toBeLessThan(mostGrowth);
  });
});

/** Sends a byte every now and then, until it is stopped or the server has had enough. */
function dripping(connection: Connection, bytes: Buffer): { stop(): void } {
  let at = 0;
  const timer = setInterval(() => {
    const byte = bytes.subarray(at, ++at);
    connection.write(byte).catch(() => clearInterval(timer));
  }, 100);
  return { stop: () => clearInterval(timer) };
}
