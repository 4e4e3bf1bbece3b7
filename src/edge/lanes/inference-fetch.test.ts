import { expect, test } from 'vitest';
import { startCollector } from '../../../testing/collector.ts';
import { createTracing } from '../../wire/tracing/tracing.ts';
import type { Environment } from '../environment.ts';
import { Timings } from '../timings.ts';
import { inferenceFetch } from './inference-fetch.ts';

const theirs = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const init = { method: 'POST', headers: { traceparent: theirs, 'X-Request-Id': 'r-1' } };

/** Keeps what was sent. @param status of its answer; 0 throws */
function inferenceThat(status: number) {
  const sent: (readonly [url: string, init: RequestInit])[] = [];
  const fetch = async (url: string, given: RequestInit) => {
    sent.push([url, given]);
    if (status === 0) throw new Error('away');
    return new Response('matte', { status });
  };
  return { sent, env: { INFERENCE: { fetch } } as unknown as Environment };
}

test('a call that is not traced is sent as it is', async () => {
  const { sent, env } = inferenceThat(200);
  await inferenceFetch({ env, timings: new Timings() })('http://inference/v2/models/matte/infer', init);
  expect(sent[0][1]).toBe(init);
});

test('one that is goes under a span of its own, which is named after what it asks and has the status', async () => {
  const collector = await startCollector();
  const program = { name: 'edge', runs: { version: null, commit: null }, percent: 100, onLost: () => {} };
  const tracing = createTracing({ otlpUrl: collector.url, otlpHeaders: [] }, program);
  const timings = new Timings(tracing?.begin('call', { traceparent: theirs, waitUntil: () => {} }));
  const paths = [
    'inference/v2/models/matte/infer',
    'inference/v2/models/a%20b',
    'lane/lane/v1/pictures/secret?a=secret',
  ];
  const { sent, env } = inferenceThat(503);
  for (const path of paths) await inferenceFetch({ env, timings })(`http://${path}`, init);
  const away = inferenceFetch({ env: inferenceThat(0).env, timings });
  await expect(away(`http://${paths[0]}`, init)).rejects.toThrow('away');
  await tracing?.close();

  expect(collector.spans.map(({ name }) => name)).toEqual(['infer matte', 'describe a b', 'image lane', 'infer matte']);
  const statuses = collector.spans.map(({ isError, attributes }) => [isError, attributes['http.response.status_code']]);
  expect(statuses).toEqual([...Array(3).fill([true, 503]), [true, undefined]]);
  const handedOn = sent.map(([, { headers }]) => new Headers(headers).get('traceparent'));
  expect(handedOn).toEqual(collector.spans.slice(0, 3).map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`));
  expect(new Headers(sent[0][1].headers).get('X-Request-Id')).toBe('r-1');
  await collector.stop();
});
