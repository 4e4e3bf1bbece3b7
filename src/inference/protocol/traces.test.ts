/** The spans of requests to the inference service. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Collector, startCollector } from '../../../testing/collector.ts';
import { createTracing, type Tracing } from '../../wire/tracing/tracing.ts';
import { startScripted, type TestService } from '../testing/service.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const headersWith = (flag: string) => ({ traceparent: `00-${traceId}-${parentId}-${flag}` });

let collector: Collector;
let tracing: Tracing | undefined;
let service: TestService;
beforeEach(async () => {
  collector = await startCollector();
  const program = { name: 'inference', runs: { version: null, commit: null }, onLost: () => {} };
  tracing = createTracing({ otlpUrl: collector.url, otlpHeaders: [] }, program);
  service = await startScripted({ options: { tracing } });
});
afterEach(async () => {
  await service.stop();
  await collector.stop();
});

test('a run that its caller traces has its wait and its work below it', async () => {
  const answer = await service.infer(0, { headers: headersWith('01') });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  await service.logged('request');
  await tracing?.close();
  const [queue, run, request] = collector.spans;
  expect([queue.name, run.name, request.name]).toEqual(['queue', 'run', '/v2/models/:model/infer']);
  expect([queue, run, request].map(({ parentSpanId }) => parentSpanId)).toEqual([
    ...[request.spanId, request.spanId, parentId],
  ]);
  expect(run.attributes).toEqual({ 'edgematte.network': 'luma', 'edgematte.precision': 'fp32' });
  expect(request.attributes).toEqual({ 'http.response.status_code': 200 });
});

test('one that is refused has the request alone, with the status; one that nobody traces has nothing', async () => {
  await (await service.infer(0, { headers: headersWith('01'), model: 'absent' })).text();
  await (await service.infer(0)).text();
  await (await service.infer(0, { headers: headersWith('00') })).text();
  await fetch(`${service.base}/v2/health/ready`);
  await service.logged('request', 3);
  await tracing?.close();
  expect(collector.spans).toMatchObject([{ parentSpanId: parentId, attributes: { 'http.response.status_code': 404 } }]);
});
