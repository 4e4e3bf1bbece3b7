import { afterEach, expect, test, vi } from 'vitest';
import { startCollector } from '../../testing/collector.ts';
import { createTracing } from '../wire/tracing/tracing.ts';
import { Timings } from './timings.ts';

afterEach(() => vi.restoreAllMocks());

/** The clock, which says these times one after the other. */
function clock(...times: number[]): void {
  const now = vi.spyOn(performance, 'now');
  for (const time of times) now.mockReturnValueOnce(time);
}

test('steps are listed in the order of their ends, to a tenth of a millisecond', async () => {
  const timings = new Timings();
  expect(timings.header()).toBe('');
  clock(100, 102.46, 102.5, 107.55);
  expect(await timings.during('ledger', async () => 'answer')).toBe('answer');
  timings.add('decode', 7);
  await timings.during('receive', async () => {});
  expect(timings.header()).toBe('ledger;dur=2.5, decode;dur=7.0, receive;dur=5.0');
});

test('a step that fails took its time too', async () => {
  const timings = new Timings();
  clock(10, 13);
  await expect(timings.during('ledger', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(timings.header()).toBe('ledger;dur=3.0');
});

test('of a call that is traced each step has a span, which is the one around what it calls', async () => {
  const collector = await startCollector();
  const program = { name: 'edge', runs: { version: null, commit: null }, percent: 100, onLost: () => {} };
  const tracing = createTracing({ otlpUrl: collector.url, otlpHeaders: [] }, program);
  const call = tracing?.begin('call', { traceparent: undefined, waitUntil: () => {} });
  const timings = new Timings(call);
  expect(timings.span).toBe(call);
  await timings.during('inference', async () => timings.span?.begin('infer matte').end());
  await expect(timings.during('ledger', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(timings.span).toBe(call);
  call?.end();
  await tracing?.close();
  const [run, inference, ledger, whole] = collector.spans;
  expect([run, inference, ledger].map(({ parentSpanId }) => parentSpanId)).toEqual([
    ...[inference.spanId, whole.spanId, whole.spanId],
  ]);
  expect([inference.isError, ledger.isError]).toEqual([false, true]);
  await collector.stop();
});
