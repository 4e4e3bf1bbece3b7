/** `/healthz`: whether each part of the service answers, the free memory of the answering isolate, the limits in force, what fits into it. */

import type { Context } from 'hono';
import { givenVersion, versionHeader } from '../../contract/service-version.ts';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { memoryState } from '../../pixels/bounds/memory.ts';
import { edgeMegapixels } from '../../pixels/pipeline/plan/edge-megapixels.ts';
import { laneReadyPath } from '../../wire/protocol/lane/request.ts';
import { type EdgeSettings, type Environment, settingsOf } from '../environment.ts';
import type { App } from '../exchange.ts';
import { log } from '../log.ts';
import { storesState } from '../stores.ts';

const patienceMs = 2000;
/** What servers of the protocol say of a network that they do not have: 404, Triton 400. */
const unknownStatuses: readonly (number | null)[] = [400, 404];

/** 200 where all that is needed answers, otherwise 503; the body names what does not. */
export async function health(context: Context<App>): Promise<Response> {
  const [parts, networks] = await Promise.all([healthOf(context.env), networksOf(context.env)]);
  const status = parts.status === 'unavailable' ? 503 : 200;
  const variables = { ...context.env };
  const headers = { 'Cache-Control': 'no-store', ...versionHeader(variables) };
  return Response.json({ ...parts, ...givenVersion(variables), networks }, { status, headers });
}

/** Asks each part of the service whether it is ready, for at most two seconds; ledgers and directory once a minute. */
export async function healthOf(env: Environment) {
  const settings = configured(env);
  const [inference, imageLane, { ledger, directory }, unknownMattes] = await Promise.all([
    isReady(env, 'http://inference/v2/health/ready'),
    isReady(env, `http://lane${laneReadyPath}`),
    storesState(env),
    unknownMattesOf(env, settings),
  ]);
  const limits = settings?.limits ?? null;
  const configuration = settings && unknownMattes.length === 0 ? 'ready' : 'incomplete, see the log';
  const memory = limits && memoryState(limits);
  const hasMatte = settings !== null && !unknownMattes.includes(settings.matte.model);
  const ready = inference && ledger && directory && hasMatte;
  const whole = imageLane && memory?.expired_leases === 0 && unknownMattes.length === 0;
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
function configured(env: Environment): EdgeSettings | null {
  try {
    return settingsOf(env);
  } catch {
    return null;
  }
}

/** Networks of MATTE_MODEL and MATTE_MODELS that the inference service says it does not have; the log names them. */
async function unknownMattesOf(env: Environment, settings: EdgeSettings | null): Promise<readonly string[]> {
  const offered = [...new Set(settings?.offeredModels)];
  const statuses = await Promise.all(offered.map((name) => statusOf(env, `http://inference/v2/models/${name}/ready`)));
  const unknown = offered.filter((_name, index) => unknownStatuses.includes(statuses[index]));
  if (unknown.length > 0) {
    const variables = [edgeSettings.matteModel, edgeSettings.matteModels].map(({ variable }) => variable);
    const cause = `The inference service has no network ${unknown.join(', ')} (${variables.join(', ')})`;
    log('error', 'not-configured', { cause });
  }
  return unknown;
}

async function isReady(env: Environment, url: string): Promise<boolean> {
  return (await statusOf(env, url)) === 200;
}

/** Null where there is no answer in time. */
async function statusOf({ INFERENCE }: Environment, url: string): Promise<number | null> {
  try {
    return (await INFERENCE.fetch(url, { signal: AbortSignal.timeout(patienceMs) })).status;
  } catch {
    return null;
  }
}
