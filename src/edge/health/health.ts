/** `/healthz`: whether each part of the service answers, the free memory of the answering isolate, the limits in force, what fits into it. */

import type { Context } from 'hono';
import { memoryState } from '../../bounds/memory.ts';
import type { Limits } from '../../contract/limits.ts';
import { edgeMegapixels } from '../../pipeline/edge-megapixels.ts';
import { laneReadyPath } from '../../protocol/lane/request.ts';
import { type Environment, settingsOf } from '../environment.ts';
import type { App } from '../exchange.ts';
import { storesState } from '../stores.ts';

const patienceMs = 2000;

/** 200 where all that is needed answers, otherwise 503; the body names what does not. */
export async function health(context: Context<App>): Promise<Response> {
  const [parts, networks] = await Promise.all([healthOf(context.env), networksOf(context.env)]);
  const status = parts.status === 'unavailable' ? 503 : 200;
  return Response.json({ ...parts, networks }, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** Asks each part of the service whether it is ready, for at most two seconds; ledgers and directory once a minute. */
export async function healthOf(env: Environment) {
  const [inference, imageLane, { ledger, directory }] = await Promise.all([
    isReady(env, 'http://inference/v2/health/ready'),
    isReady(env, `http://lane${laneReadyPath}`),
    storesState(env),
  ]);
  const limits = limitsOf(env);
  const configuration = limits ? 'ready' : 'incomplete, see the log';
  const memory = limits && memoryState(limits);
  const ready = inference && ledger && directory && limits !== null;
  const whole = imageLane && memory?.expired_leases === 0;
  const state = (up: boolean) => (up ? 'ready' : 'unavailable') as 'ready' | 'unavailable';
  return {
    status: ready && whole ? 'ready' : ready ? 'degraded' : 'unavailable',
    configuration,
    ledger: state(ledger),
    directory: state(directory),
    inference: state(inference),
    image_lane: state(imageLane),
    memory,
    limits,
    edge_megapixels: limits && edgeMegapixels(limits),
  } as const;
}

/** Runtime and number formats, as inference reports them; null where it does not answer, or is another server. */
async function networksOf({ INFERENCE }: Environment): Promise<unknown> {
  try {
    const answer = await INFERENCE.fetch('http://inference/v2', { signal: AbortSignal.timeout(patienceMs) });
    const { parameters = null } = await answer.json<{ parameters?: unknown }>();
    return parameters;
  } catch {
    return null;
  }
}

/** Null where the deployment is not configured. */
function limitsOf(env: Environment): Limits | null {
  try {
    return settingsOf(env).limits;
  } catch {
    return null;
  }
}

async function isReady({ INFERENCE }: Environment, url: string): Promise<boolean> {
  try {
    const { status } = await INFERENCE.fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    return status === 200;
  } catch {
    return false;
  }
}
