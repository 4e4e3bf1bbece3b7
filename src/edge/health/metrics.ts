/** `/metrics`: what Prometheus collects: the deployment's counts, and the addresses as one isolate sees them. Opened by METRICS_TOKEN alone. */
import type { Context } from 'hono';
import { metricsToken } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { written } from '../../money/counts/metrics.ts';
import { pendingCounts } from '../../money/counts/pending-counts.ts';
import { type Counts, type CountsEnv, storeName } from '../../money/counts/store.ts';
import { isAdmin } from '../../money/keys/access.ts';
import { lastBatchAt } from '../../money/usage/store.ts';
import type { App } from '../exchange.ts';

const patienceMs = 2000;

/** 404 where the deployment has no token for it, 401 for another token. */
export async function metrics(context: Context<App>): Promise<Response> {
  const token = readSetting(metricsToken, { ...context.env });
  if (!token) return context.notFound();
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' };
  if (!(await isAdmin(context.req.header('Authorization'), token))) {
    const refused = { ...headers, 'WWW-Authenticate': 'Bearer' };
    return new Response('The bearer token is missing or wrong\n', { status: 401, headers: refused });
  }
  const { env } = context;
  const [gateway, counts, countedAtMs] = await Promise.all([
    metricsOfGateway(env.INFERENCE),
    countsOf(env),
    lastBatchAt(env.DIRECTORY).catch(() => null),
  ]);
  const text = [
    gauge('edgematte_gateway_up', 'Whether the gateway says how its addresses are: 1 or 0', Number(gateway !== null)),
    gateway ?? '',
    gauge('edgematte_edge_counts_up', 'Whether the store of counts answers: 1 or 0', Number(counts !== null)),
    counts === null ? '' : written(counts),
    countedAtMs === null
      ? ''
      : gauge('edgematte_edge_usage_counted_seconds', 'When usage was counted last, since 1970', countedAtMs / 1000),
  ];
  return new Response(text.join(''), { headers });
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}

/** Those of the deployment, this isolate's among them; null where the store does not answer. */
async function countsOf(env: CountsEnv): Promise<Counts | null> {
  if (!env.COUNTS) return null;
  try {
    await pendingCounts.flush(env, true);
    return await env.COUNTS.getByName(storeName).all();
  } catch {
    return null;
  }
}

/** Null where it does not answer: that of containers knows no addresses. */
async function metricsOfGateway(gateway: Pick<Fetcher, 'fetch'>): Promise<string | null> {
  try {
    const answer = await gateway.fetch('http://inference/gateway/v1/metrics', {
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.status === 200) return await answer.text();
    await answer.body?.cancel();
    return null;
  } catch {
    return null;
  }
}
