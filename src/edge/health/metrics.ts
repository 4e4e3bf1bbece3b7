/** `/metrics`: what Prometheus collects of the isolate that answers. Opened by METRICS_TOKEN alone. */
import type { Context } from 'hono';
import { metricsToken } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { isAdmin } from '../../keys/access.ts';
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
  const text = await metricsOfGateway(context.env.INFERENCE);
  const up = [
    '# HELP edgematte_gateway_up Whether the gateway says how its addresses are: 1 or 0',
    '# TYPE edgematte_gateway_up gauge',
    `edgematte_gateway_up ${Number(text !== null)}\n`,
  ];
  return new Response(up.join('\n') + (text ?? ''), { headers });
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
