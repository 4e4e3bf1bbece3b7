/** `GET /metrics`: what Prometheus collects. */
import type { Metrics } from '../metrics/metrics.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Route } from './route.ts';

/** @param open whether it is answered without a token */
export function metricsRoute(metrics: Metrics, scheduler: Scheduler, open: boolean): Route {
  return {
    method: 'GET',
    pattern: '/metrics',
    open,
    handle: () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body: Buffer.from(metrics.write(scheduler)),
    }),
  };
}
