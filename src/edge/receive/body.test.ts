/** A body piece by piece: how long it is waited for, and how much of a refused one is read. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SharedThread } from '../../pixels/bounds/shared-thread.ts';
import { Transfer } from '../../pixels/bounds/transfer.ts';
import { unconfigured } from '../environment.ts';
import { endless } from '../testing/room.ts';
import { BodyReader, BrokenBody } from './body.ts';

const limits = { ...unconfigured.limits, uploadIdleMs: 1000, uploadTotalMs: 2500, drainBytes: 10, drainMs: 500 };

/** An upload that a test sends, and whether the service has stopped to read it. */
function upload(its = limits, thread?: SharedThread) {
  const sender = { isLeft: false };
  const source: { controller?: ReadableByteStreamController } = {};
  const body = new ReadableStream({
    type: 'bytes',
    start(controller) {
      source.controller = controller;
    },
    cancel() {
      sender.isLeft = true;
    },
  });
  const { controller } = source;
  if (!controller) throw new Error('The stream has not begun');
  return {
    reader: new BodyReader({ body } as Request, its, thread),
    sender,
    send: (bytes: number) => controller.enqueue(new Uint8Array(bytes).fill(bytes)),
    end() {
      controller.close();
      controller.byobRequest?.respond(0);
    },
    breakOff: () => controller.error(new Error('reset')),
  };
}

/** Whether a promise has settled. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const first = await Promise.race([work.catch(() => null), vi.advanceTimersByTimeAsync(0).then(() => pending)]);
  return first !== pending;
}

const timeout = { refusal: { code: 'REQUEST_TIMEOUT' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a body', () => {
  test('comes in pieces, which are counted, up to its end', async () => {
    const { reader, send, end } = upload();
    send(3);
    expect([...((await reader.next()) ?? [])]).toEqual([3, 3, 3]);
    send(4);
    expect((await reader.next())?.length).toBe(4);
    const last = reader.next();
    end();
    expect(await last).toBeNull();
    expect(await reader.next()).toBeNull();
    expect(reader.received).toBe(7);
  });

  test('comes in pieces of at most 64 KiB', async () => {
    const { reader, send } = upload();
    send(100_000);
    expect((await reader.next())?.length).toBe(65_536);
    expect((await reader.next())?.length).toBe(34_464);
  });

  test('that is not there is at its end', async () => {
    const reader = new BodyReader({ body: null } as Request, limits);
    expect(await reader.next()).toBeNull();
    await reader.drain();
    expect(reader.received).toBe(0);
  });

  test('that stalls is refused once it has paused for too long, and read no further', async () => {
    const { reader, sender, send } = upload();
    const first = reader.next();
    await vi.advanceTimersByTimeAsync(999);
    send(1);
    expect((await first)?.length).toBe(1);
    const second = reader.next();
    const refused = expect(second).rejects.toMatchObject(timeout);
    await vi.advanceTimersByTimeAsync(999);
    expect(await isOver(second)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(sender.isLeft).toBe(true);
    expect(await reader.next()).toBeNull();
  });

  test('that never stalls and never ends is refused in time', async () => {
    const { reader, sender, send } = upload();
    for (let piece = 0; piece < 2; piece++) {
      const next = reader.next();
      await vi.advanceTimersByTimeAsync(900);
      send(1);
      expect((await next)?.length).toBe(1);
    }
    const next = reader.next();
    const refused = expect(next).rejects.toMatchObject(timeout);
    await vi.advanceTimersByTimeAsync(699);
    expect(await isOver(next)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(sender.isLeft).toBe(true);
  });

  test('that its client breaks off is broken, with the cause', async () => {
    const { reader, breakOff } = upload();
    const next = reader.next();
    breakOff();
    const fault = await next.catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(BrokenBody);
    expect(fault).toMatchObject({
      message: 'The request body ends before its end was announced',
      cause: { message: 'reset' },
    });
    expect(await reader.next()).toBeNull();
  });
});

describe('a body that needs room', () => {
  /** It is read into a room that a test can take away. Limits are the usual ones. */
  function roomy() {
    const sent = upload({ ...unconfigured.limits, drainBytes: 10, drainMs: 500 });
    const room = { isLost: false, tellLost: () => {} };
    const lost = new Promise<'lost'>((resolve) => {
      room.tellLost = () => resolve('lost');
    });
    const check = () => {
      if (room.isLost) throw new Error('lost');
    };
    sent.reader.readInto({ ...endless, transfer: new Transfer(), lost, check });
    const lose = () => {
      room.isLost = true;
      room.tellLost();
    };
    return { ...sent, lose };
  }

  test('is not read before there is some', () => {
    expect(() => upload().reader.room).toThrow('before there is room');
  });

  test('of a few bytes every five seconds is refused after fifteen', async () => {
    const { reader, sender, send } = roomy();
    for (let piece = 0; piece < 3; piece++) {
      const next = reader.next();
      await vi.advanceTimersByTimeAsync(5000);
      send(1);
      expect((await next)?.length).toBe(1);
    }
    const late = expect(reader.next()).rejects.toMatchObject(timeout);
    await vi.advanceTimersByTimeAsync(0);
    await late;
    expect(sender.isLeft).toBe(true);
  });

  test('may pause once for 30 s while it is small, and no longer', async () => {
    const { reader, send } = roomy();
    send(100);
    await reader.next();
    const paused = reader.next();
    await vi.advanceTimersByTimeAsync(29_900);
    send(1);
    expect((await paused)?.length).toBe(1);
    // The time in which nobody reads counts for nothing.
    await vi.advanceTimersByTimeAsync(100_000);
    const again = reader.next();
    await vi.advanceTimersByTimeAsync(9000);
    expect(await isOver(again)).toBe(false);
    const late = expect(again).rejects.toMatchObject(timeout);
    await vi.advanceTimersByTimeAsync(1000);
    await late;
  });

  test('that loses its room is refused while it is waited for; what it goes on to send is read and thrown away', async () => {
    const { reader, sender, send, end, lose } = roomy();
    const refused = expect(reader.next()).rejects.toMatchObject({ refusal: { status: 503, retryAfterSeconds: 2 } });
    lose();
    await refused;
    const drained = reader.drain();
    send(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(await isOver(drained)).toBe(false);
    end();
    await drained;
    expect([reader.received, sender.isLeft]).toEqual([4, false]);
  });

  test('that lost its room between two pieces is refused at the next', async () => {
    const { reader, send, lose } = roomy();
    send(1);
    await reader.next();
    lose();
    await expect(reader.next()).rejects.toThrow('lost');
  });
});

test('others get a turn after each five million bytes, however they come', async () => {
  let turns = 0;
  const thread = new SharedThread(async () => void turns++);
  const { reader, send } = upload(unconfigured.limits, thread);
  const turnsAfter: number[] = [];
  for (let piece = 1; piece <= 160; piece++) {
    send(65_536);
    await reader.next();
    turnsAfter.push(turns);
  }
  expect(turnsAfter.filter((count, at) => count !== (turnsAfter[at - 1] ?? 0))).toEqual([1, 2]);
  expect(turnsAfter.indexOf(1)).toBe(76);
});

describe('the rest of a refused body', () => {
  test('is read to its end', async () => {
    const { reader, sender, send, end } = upload();
    const drained = reader.drain();
    send(4);
    await vi.advanceTimersByTimeAsync(0);
    send(5);
    await vi.advanceTimersByTimeAsync(0);
    expect(await isOver(drained)).toBe(false);
    end();
    await drained;
    expect([reader.received, sender.isLeft]).toEqual([9, false]);
  });

  test('is read for so many bytes beyond those that were read before', async () => {
    const { reader, sender, send } = upload();
    send(5);
    await reader.next();
    const drained = reader.drain();
    send(9);
    await vi.advanceTimersByTimeAsync(0);
    expect(await isOver(drained)).toBe(false);
    send(1);
    await drained;
    expect([reader.received, sender.isLeft]).toEqual([15, true]);
  });

  test('is waited for no longer than a drain may take', async () => {
    const { reader, sender, send } = upload();
    const drained = reader.drain();
    await vi.advanceTimersByTimeAsync(300);
    send(1);
    await vi.advanceTimersByTimeAsync(199);
    expect(await isOver(drained)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await drained;
    expect(sender.isLeft).toBe(true);
    expect(await reader.next()).toBeNull();
  });

  test('of a client that has gone is nothing to wait for', async () => {
    const { reader, breakOff } = upload();
    const drained = reader.drain();
    breakOff();
    await drained;
    expect(reader.received).toBe(0);
  });

  test('that has come whole is read no more', async () => {
    const { reader, sender, end } = upload();
    const last = reader.next();
    end();
    await last;
    await reader.drain();
    expect(sender.isLeft).toBe(false);
  });
});
