import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Collector, startCollector } from '../../../testing/collector.ts';
import { createTracing, type TracedProgram, type Tracing } from './tracing.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${parentId}-01`;

let collector: Collector;
let lost: number[];
beforeEach(async () => {
  collector = await startCollector();
  lost = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await collector.stop();
});

function tracingOf(changes: Partial<TracedProgram> = {}, url = collector.url): Tracing {
  const program = {
    name: 'test',
    runs: { version: '1.2.3', commit: null },
    onLost: (spans: number) => lost.push(spans),
  };
  const tracing = createTracing({ otlpUrl: url, otlpHeaders: [['x-team', 'a']] }, { ...program, ...changes });
  if (!tracing) throw new Error('There is no tracing');
  return tracing;
}

/** A request that is kept until what goes on behind it has ended. */
function requestOf(sent: string | undefined = traceparent) {
  const behind: Promise<unknown>[] = [];
  return { traceparent: sent, behind, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
}

describe('spans', () => {
  test('are sent together behind the request, linked to its caller, with the headers of the collector', async () => {
    const request = requestOf();
    const span = tracingOf().begin('call', request);
    const part = span.begin('part', { kind: 'client', atMs: 1_700_000_000_001 });
    part.end({ atMs: 1_700_000_000_250, attributes: { bytes: 7, left: undefined } });
    expect(part.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(collector.bodies).toEqual([]);
    span.end({ name: 'alpha-channel', isError: true });
    await Promise.all(request.behind);

    const [, , partId] = part.traceparent.split('-');
    const [, , rootId] = span.traceparent.split('-');
    expect(collector.spans).toEqual([
      {
        service: 'test',
        traceId,
        spanId: partId,
        parentSpanId: rootId,
        name: 'part',
        isError: false,
        attributes: { bytes: 7 },
      },
      {
        service: 'test',
        traceId,
        spanId: rootId,
        parentSpanId: parentId,
        name: 'alpha-channel',
        isError: true,
        attributes: {},
      },
    ]);
    const [body] = collector.bodies;
    // Of the JSON mapping: nanoseconds are text, kinds are numbers.
    expect(body).toContain(
      '"kind":3,"startTimeUnixNano":"1700000000001000000","endTimeUnixNano":"1700000000250000000"',
    );
    expect(collector.headers).toMatchObject([{ 'x-team': 'a', 'content-type': 'application/json' }]);
  });

  test('of an answer have its status, and are errors from 500 on and where it fails', async () => {
    const request = requestOf();
    const tracing = tracingOf();
    const span = tracing.begin('call', request);
    for (const status of [404, 503]) await span.begin(`${status}`).untilAnswered(async () => ({ status }));
    const failing = () => Promise.reject(new Error('away'));
    await expect(span.begin('failed').untilAnswered(failing)).rejects.toThrow('away');
    span.end();
    await tracing.close();
    expect(collector.spans.map(({ name, isError }) => [name, isError])).toEqual([
      ['404', false],
      ['503', true],
      ['failed', true],
      ['call', false],
    ]);
    expect(JSON.stringify(collector.bodies)).not.toContain('away');
  });

  test.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-${parentId}-01`])(
    'without a usable traceparent (%j) begin a trace of their own',
    async (sent) => {
      const tracing = tracingOf({ percent: 100 });
      tracing.begin('call', { ...requestOf(), traceparent: sent }).end();
      await tracing.close();
      expect(collector.spans).toMatchObject([{ parentSpanId: undefined }]);
      expect(collector.spans[0].traceId).not.toBe(traceId);
    },
  );
});

describe('whether a trace is kept', () => {
  const flagOf = (tracing: Tracing, sent?: string) => tracing.begin('call', requestOf(sent)).traceparent.slice(-2);
  const asked = (flag: string) => `00-${traceId}-${parentId}-${flag}`;

  test('is drawn by the program that strangers call, whatever they ask for', () => {
    for (const flag of ['00', '01']) {
      expect(flagOf(tracingOf({ percent: 0 }), asked(flag))).toBe('00');
      expect(flagOf(tracingOf({ percent: 100 }), asked(flag))).toBe('01');
    }
    const tracing = tracingOf({ percent: 30 });
    for (const sent of ['', asked('01'), `00-${'0'.repeat(31)}1-${parentId}-01`]) {
      const kept = Array.from({ length: 2000 }, () => flagOf(tracing, sent)).filter((flag) => flag === '01');
      expect(kept.length).toBeGreaterThan(450);
      expect(kept.length).toBeLessThan(750);
    }
  });

  test('is what the caller says for the others, and no trace begins there', () => {
    expect(['00', '01'].map((flag) => flagOf(tracingOf(), asked(flag)))).toEqual(['00', '01']);
    expect(flagOf(tracingOf(), '')).toBe('00');
  });

  test('decides for all below it: of one that is not kept nothing is sent', async () => {
    const request = requestOf(asked('00'));
    const span = tracingOf().begin('call', request);
    const part = span.begin('part');
    expect(part.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    part.end();
    span.end();
    await Promise.all(request.behind);
    expect(collector.bodies).toEqual([]);
  });
});

describe('a collector', () => {
  function begun(tracing: Tracing, spans: number): Promise<unknown>[] {
    const request = requestOf();
    const span = tracing.begin('call', request);
    for (let part = 1; part < spans; part++) span.begin('part').end();
    span.end();
    return request.behind;
  }

  /** A request that has ended, with what it left sent at once. */
  async function call(tracing: Tracing, spans = 1): Promise<void> {
    begun(tracing, spans);
    await tracing.close();
  }

  test('that refuses loses what it was sent and what waits, and is let alone for a while', async () => {
    collector.behaviour = 'refuse';
    const tracing = tracingOf();
    await call(tracing, 300);
    expect(lost).toEqual([300]);
    collector.behaviour = 'accept';
    await call(tracing, 3);
    expect(collector.spans).toEqual([]);
    expect(collector.bodies).toHaveLength(1);
  });

  test('that is not there loses spans, and nothing throws', async () => {
    const { url } = collector;
    await collector.stop();
    await call(tracingOf({}, url), 2);
    expect(lost).toEqual([2]);
    collector = await startCollector();
  });

  test('that hangs is given up after its time', async () => {
    const given: number[] = [];
    const over = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
      given.push(ms);
      return over.signal;
    });
    collector.behaviour = 'hang';
    const called = call(tracingOf());
    await expect.poll(() => collector.bodies.length).toBe(1);
    over.abort(new Error('late'));
    await called;
    expect([given, lost]).toEqual([[5000], [1]]);
  });

  test('gets batches of a bounded size, and no more than there is room for', async () => {
    const tracing = tracingOf();
    await call(tracing, 3000);
    expect(collector.spans).toHaveLength(2048);
    const sizes = collector.bodies.map((body) => body.match(/"spanId"/g)?.length);
    expect(sizes).toEqual(Array.from({ length: 8 }, () => 256));
    expect(Math.max(...collector.bodies.map(({ length }) => length))).toBeLessThan(200_000);
  });

  test('gets what calls that end together leave in one request', async () => {
    const tracing = tracingOf();
    await Promise.all([1, 1, 1].flatMap((spans) => begun(tracing, spans)));
    expect(collector.bodies).toHaveLength(1);
    expect(collector.spans).toHaveLength(3);
  });

  test('gets what is left at the end of the program at once', async () => {
    const tracing = tracingOf();
    tracing.begin('call', requestOf()).end();
    await tracing.close();
    expect(collector.spans).toHaveLength(1);
  });
});

test('without an address there is no tracing', () => {
  const program = { name: 'test', runs: { version: null, commit: null }, onLost: () => {} };
  expect(createTracing({ otlpUrl: undefined, otlpHeaders: [] }, program)).toBeUndefined();
});
