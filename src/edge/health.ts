/** `/healthz`: whether each part of the service answers, and the limits in force. */
import type { Context } from 'hono';
import { type Environment, settingsOf } from './environment.ts';
import type { App } from './exchange.ts';

const patienceMs = 2000;

/** 200 when everything answers, 503 when something does not; the body names it. */
export async function health(context: Context<App>): Promise<Response> {
  const { env } = context;
  const [inference, imageLane] = await Promise.all([
    isReady(env, 'http://inference/v2/health/ready'),
    isReady(env, 'http://lane/lane/v1/ready'),
  ]);
  let limits: unknown = null;
  let configuration = 'ready';
  try {
    limits = settingsOf(env).limits;
  } catch {
    configuration = 'incomplete, see the log';
  }
  const ready = inference && configuration === 'ready';
  const state = (up: boolean) => (up ? 'ready' : 'unavailable');
  return Response.json(
    {
      status: ready && imageLane ? 'ready' : ready ? 'degraded' : 'unavailable',
      configuration,
      inference: state(inference),
      image_lane: state(imageLane),
      limits,
    },
    { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}

async function isReady({ INFERENCE }: Environment, url: string): Promise<boolean> {
  try {
    const { status } = await INFERENCE.fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    return status === 200;
  } catch {
    return false;
  }
}
