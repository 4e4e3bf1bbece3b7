/** `/status`: the state of `/healthz` and that of the last 90 days, for people, and `/status.json` for programs. */
import type { Context } from 'hono';
import { statusKey } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { listIncidents } from '../../operator/incidents.ts';
import { visitorOf } from '../../site/layout/layout.tsx';
import { secured } from '../../site/layout/policies.ts';
import { type StatusDay, shownDays } from '../../site/status/day.ts';
import type { ShownIncident } from '../../site/status/incidents.tsx';
import { type StatusHistory, statusPage } from '../../site/status/status.tsx';
import type { Environment } from '../environment.ts';
import type { App } from '../exchange.ts';
import { log } from '../log.ts';
import { lastDays } from './days.ts';
import { healthOf } from './health.ts';

const dayMs = 86_400_000;

/** The page; 200 even if something is down, because the page itself works. */
export async function status(context: Context<App>): Promise<Response> {
  const page = statusPage({ ...(await stateOf(context.env)), visitor: visitorOf(context.req.raw) });
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}

/** The same as JSON, 200 as well. */
export async function statusJson(context: Context<App>): Promise<Response> {
  const { health, at, history, callsItself } = await stateOf(context.env);
  const { status, ledger, directory, inference, image_lane } = health;
  const body = {
    asked_at: at.toISOString(),
    now: { status, ledger, directory, inference, image_lane },
    calls: callsItself ? 'measured' : 'not measured',
    days: history?.days.map(dayJson) ?? null,
    incidents: history?.incidents.map(incidentJson) ?? null,
  };
  return secured(Response.json(body, { headers: { 'Cache-Control': 'no-store' } }), 'other');
}

async function stateOf(env: Environment) {
  const at = new Date();
  const [health, history] = await Promise.all([healthOf(env), historyOf(env, at.getTime())]);
  return { health, at, history, callsItself: Boolean(readSetting(statusKey, { ...env })) };
}

/** Null where the directory does not answer. */
async function historyOf(env: Environment, nowMs: number): Promise<StatusHistory | null> {
  try {
    const [days, incidents] = await Promise.all([
      lastDays(env, nowMs),
      listIncidents(env, nowMs - shownDays * dayMs, nowMs),
    ]);
    return { days, incidents };
  } catch (cause) {
    log('error', 'status-history-unavailable', { cause });
    return null;
  }
}

function dayJson({ startMs, passedMinutes, minutes, unanswered, ...counts }: StatusDay) {
  return {
    date: new Date(startMs).toISOString().slice(0, 10),
    counted_minutes: minutes,
    no_data_minutes: passedMinutes - minutes,
    degraded_minutes: counts.degraded,
    unavailable_minutes: counts.unavailable,
    unanswered_minutes: unanswered,
    calls: counts.calls,
    failed_calls: counts.failedCalls,
  };
}

function incidentJson({ title, text, beganAtMs, endedAtMs }: ShownIncident) {
  const [began_at, ended_at] = [beganAtMs, endedAtMs].map((ms) => (ms === null ? null : new Date(ms).toISOString()));
  return { title, text, began_at, ended_at };
}
