/** `/status`: what `/healthz` says, for people. */
import type { Context } from 'hono';
import { visitorOf } from '../../site/layout.tsx';
import { secured } from '../../site/policies.ts';
import { statusPage } from '../../site/status/status.tsx';
import type { App } from '../exchange.ts';
import { standingOf } from './health.ts';

/** The page; 200 also when something is down, for the page itself is there. */
export async function status(context: Context<App>): Promise<Response> {
  const page = statusPage(await standingOf(context.env), new Date(), visitorOf(context.req.raw));
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}
