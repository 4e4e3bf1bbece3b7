/** Slow bodies beside customers: what they hold, and who is refused (docs/decisions/0061). Counted are bytes and answers. */
import '../testing/streams.ts';
import { describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { Refused } from '../../contract/refusals.ts';
import { memoryState } from '../../pixels/bounds/memory.ts';
import { bmp, type Call, form } from '../testing/call.ts';
import { runOnImageLane } from '../testing/lanes.ts';
import { callWith, mib, run, testAlone } from '../testing/process.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

const others = testAlone();

const boundary = 'cut';
const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
const heldBytes = () => defaultLimits.isolateBudgetBytes - memoryState(defaultLimits).free_bytes;

/** Of a file of at most 20 MiB: that is halved while more than 64 KiB are left. */
const firstBufferBytes = (20 * mib) / 256;

/** A picture of so many bytes. */
function photo(bytes: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  file.set(bmp(2, 2));
  return file;
}

/** A stream whose other side sends what the test says. */
function source() {
  const other: { controller?: ReadableByteStreamController } = {};
  const stream = new ReadableStream({
    type: 'bytes',
    start(controller) {
      other.controller = controller;
    },
  });
  return {
    stream,
    send: (bytes: Uint8Array) => other.controller?.enqueue(new Uint8Array(bytes)),
    close() {
      other.controller?.close();
      other.controller?.byobRequest?.respond(0);
    },
  };
}

/** A form that begins with its file, and ends where the test says. */
function body() {
  const { stream: upload, send, close } = source();
  const end = () => {
    send(tail);
    close();
  };
  send(head);
  return { upload, send, end };
}

interface Sent {
  readonly call: Call;
  /** Status of the answer, or what it was refused with. */
  readonly answered: Promise<number | Refused>;
}

/** Sends a call that announces so many bytes, with nobody waiting for room. */
async function sent(upload: ReadableStream | FormData, bytes: number): Promise<Sent> {
  const headers: Record<string, string> = { 'Content-Length': String(bytes) };
  if (!(upload instanceof FormData)) headers['Content-Type'] = `multipart/form-data; boundary=${boundary}`;
  const call = await callWith({ upload, headers, limits: { capacityWaitMs: 0 } });
  const answered = run(call)
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    })
    .catch((failure: unknown) => {
      if (failure instanceof Refused) return failure;
      throw failure;
    })
    .finally(() => call.over());
  return { call, answered };
}

/** Waits until the isolate holds so many bytes. */
const holds = (bytes: number) => vi.waitFor(() => expect(heldBytes()).toBe(bytes));

describe('four slow uploads that announce 20 MiB each', () => {
  test('hold what they sent, and none of 20 customers is refused', async () => {
    const slow = [];
    for (let index = 0; index < 4; index++) {
      const its = body();
      its.send(photo(100));
      slow.push({ its, ...(await sent(its.upload, 20 * mib)) });
    }
    await holds(4 * firstBufferBytes);
    const customers = Array.from({ length: 20 }, async () => {
      const statuses: (number | Refused)[] = [];
      for (let calls = 0; calls < 2; calls++) {
        statuses.push(await (await sent(form(photo(2 * mib)), 2 * mib + 300)).answered);
      }
      return statuses;
    });
    expect((await Promise.all(customers)).flat()).toEqual(Array(40).fill(200));
    expect(heldBytes()).toBe(4 * firstBufferBytes);
    for (const { its } of slow) its.end();
    expect(await Promise.all(slow.map(({ answered }) => answered))).toEqual(Array(4).fill(200));
  });
});

describe('four slow origins', () => {
  test('hold what came from them, and no customer is refused', async () => {
    const ends: (() => void)[] = [];
    const fetch = async () => {
      const { stream, send, close } = source();
      send(photo(100));
      ends.push(close);
      return new Response(stream);
    };
    const slow = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const upload = new FormData();
        upload.append('image_url', 'https://images.example.com/a.bmp');
        const call = await callWith({ upload, env: { FETCHER: { fetch } }, settings: { imageUrl: true } });
        return { call, answered: run(call).then((answer) => answer.arrayBuffer()) };
      }),
    );
    await holds(4 * firstBufferBytes);
    const customers = Array.from({ length: 20 }, async () => {
      return (await sent(form(photo(3 * mib)), 3 * mib + 300)).answered;
    });
    expect(await Promise.all(customers)).toEqual(Array(20).fill(200));
    expect(heldBytes()).toBe(4 * firstBufferBytes);
    for (const end of ends) end();
    for (const { call, answered } of slow) {
      await answered;
      await call.over();
    }
  });
});

describe('where the room ends while bodies come', () => {
  test('the youngest is 503 and costs nothing, and the older one has its room', async () => {
    const heldByOthers = defaultLimits.isolateBudgetBytes - 1.75 * mib;
    await others().take(heldByOthers);
    const older = body();
    const first = await sent(older.upload, 900_000);
    older.send(photo(400_000));
    await holds(heldByOthers + 450_000);
    const younger = body();
    // It announces less than comes.
    const second = await sent(younger.upload, 1000);
    younger.send(photo(600_000));
    await holds(heldByOthers + 450_000 + (20 * mib) / 32);
    older.send(new Uint8Array(100_000));
    expect(await second.answered).toMatchObject({
      refusal: { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 },
      cause: 'An older body needed the room',
    });
    expect(second.call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    older.end();
    expect(await first.answered).toBe(200);
    const [[, { file }]] = runOnImageLane.mock.calls;
    expect(file.length).toBe(500_000);
    expect(runOnImageLane).toHaveBeenCalledOnce();
  });

  test('the youngest is the one that needs it', async () => {
    await others().take(defaultLimits.isolateBudgetBytes - mib);
    const its = body();
    const { call, answered } = await sent(its.upload, 1000);
    its.send(photo(700_000));
    expect(await answered).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 2 },
      cause: 'No room for the next bytes of a body',
    });
    expect(call.ledger.asked.at(-1)).toBe('release h');
  });
});
