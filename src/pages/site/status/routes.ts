/** `/status`: the state of `/healthz` and that of the last 90 days, for people, and `/status.json` for programs. */
import type { Context } from 'hono';
import { type StatusDay, shownDays } from '../../../contract/service-state.ts';
import { listIncidents } from '../../operator/incidents.ts';
import { visitorOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import type { Routes } from '../visit/routes.ts';
import type { Visited } from '../visit/visit.tsx';
import type { ShownIncident } from './incidents.tsx';
import { statusPage } from './status.tsx';

const dayMs = 86_400_000;

export const statusRoutes: Routes<'status'> = {
  pages: { '/status': showStatus },
  files: { '/status.json': giveStatus },
};

/** 200 even if something is down, because the page itself works. */
async function showStatus(context: Context<Visited>): Promise<Response> {
  const page = statusPage({ ...(await stateFor(context)), visitor: visitorOf(context.req.raw) });
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}

/** The same as JSON, 200 as well. */
async function giveStatus(context: Context<Visited>): Promise<Response> {
  const { health, at, history, callsItself } = await stateFor(context);
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

async function stateFor(context: Context<Visited>) {
  const at = new Date();
  const [{ health, days, callsItself }, incidents] = await Promise.all([
    context.env.SERVICE_STATE.status(at.getTime()),
    incidentsOf(context.env, at.getTime()),
  ]);
  return { health, at, history: days && incidents && { days, incidents }, callsItself };
}

/** Null where the directory does not answer. */
async function incidentsOf(env: Visited['Bindings'], nowMs: number): Promise<readonly ShownIncident[] | null> {
  try {
    return await listIncidents(env, nowMs - shownDays * dayMs, nowMs);
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'incidents-unavailable', cause: String(cause) }));
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
