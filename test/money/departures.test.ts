/** Clients that go away and parts that die: nothing is kept from the next request, and a cut answer is visibly cut. */
import { once } from 'node:events';
import net from 'node:net';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { findLaneChild } from '../../testing/memory.ts';
import { noisePhoto } from '../../testing/photos.ts';
import { generator } from '../../testing/random.ts';
import type { Call } from '../../testing/requests.ts';
import { headOf } from '../../testing/sockets.ts';
import { settled, walletBalanceOf } from '../accounts.ts';
import { declareOwnService } from '../service.ts';

const service = declareOwnService();

afterEach(() => {
  service.relay.behaviour = { kind: 'forward' };
});

/** Sends a call, or its first `bytes` bytes, over a connection of its own. */
async function begun(call: Call, bytes = Number.POSITIVE_INFINITY): Promise<net.Socket> {
  const { base } = service.stack;
  const socket = net.connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(Buffer.concat([Buffer.from(headOf(base, call)), call.body ?? Buffer.alloc(0)]).subarray(0, bytes));
  return socket;
}

async function memory() {
  const { memory, status } = (await (await fetch(`${service.stack.base}/healthz`)).json()) as {
    status: string;
    memory: { total_bytes: number; free_bytes: number; expired_leases: number };
  };
  return { status, ...memory, isWhole: memory.free_bytes === memory.total_bytes };
}

/** Noise in a file that the edge does not decode. */
async function photoOfImageLane(widthPx: number, heightPx: number): Promise<Buffer> {
  return sharp(await noisePhoto(widthPx, heightPx))
    .tiff({ compression: 'jpeg' })
    .toBuffer();
}

describe('a client that resets its connection', () => {
  test('200 times at any moment leaves all memory and all credits to those that come after', async () => {
    const random = generator(20_261_122);
    const key = await service.createKey({ credits: 1000, rate: 10_000 });
    const call = service.goodCall('image-without-background', key.key, await noisePhoto(1600, 1200));
    for (let reset = 0; reset < 200; reset += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const whole = random() < 0.7;
          const socket = await begun(call, whole ? undefined : Math.floor(random() * (call.body?.length ?? 0)));
          await new Promise((resolve) => setTimeout(resolve, random() * 800));
          socket.resetAndDestroy();
        }),
      );
    }
    await expect.poll(memory).toMatchObject({ isWhole: true, status: 'ready' });
    const { balance } = await settled(service.stack, key, 60_000);
    const polite = service.goodCall('image-without-background', key.key);
    for (let sent = 0; sent < 20; sent++) expect((await service.send(polite)).status).toBe(200);
    expect(await settled(service.stack, key)).toMatchObject({ balance: balance - 20 });
  });

  test('while the network works is not charged, and its work ends', async () => {
    service.relay.behaviour = { kind: 'silence' };
    const key = await service.createKey();
    for (const photo of [service.image, await photoOfImageLane(3200, 2400)]) {
      const socket = await begun(service.goodCall('alpha-channel', key.key, photo));
      await expect.poll(() => walletBalanceOf(service.stack, key)).toMatchObject({ open_holds: 1 });
      await expect.poll(async () => (await memory()).isWhole).toBe(false);
      socket.resetAndDestroy();
      await expect.poll(() => walletBalanceOf(service.stack, key)).toMatchObject({ open_holds: 0 });
      await expect.poll(memory).toMatchObject({ isWhole: true });
    }
    await service.expectNoCreditMoved(key);
  });
});

describe('an answer that cannot be finished', () => {
  test.each(['image-without-background', 'image-without-background-base64'] as const)(
    'of %s is broken off and costs nothing',
    async (name) => {
      const key = await service.createKey();
      const call = service.goodCall(name, key.key, await photoOfImageLane(4000, 3000));
      const socket = await begun(call);
      const pieces: Buffer[] = [];
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      await once(socket, 'data');
      process.kill(findLaneChild(service.stack.inference.child.pid), 'SIGKILL');
      await once(socket, 'close');
      const received = Buffer.concat(pieces).toString('latin1');
      expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(received).not.toContain('IEND');
      expect(received).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(await settled(service.stack, key)).toMatchObject({ balance: 5, credit: 5 });
      await expect.poll(memory).toMatchObject({ isWhole: true });
    },
  );
});

test('a small answer is finished before it is sent, and says its length', async () => {
  const { key } = await service.createKey();
  for (const name of ['alpha-channel', 'image-without-background-base64'] as const) {
    const answer = await service.send(service.goodCall(name, key));
    expect(answer.headers.get('Content-Length')).toBe(String(answer.body.length));
  }
});
