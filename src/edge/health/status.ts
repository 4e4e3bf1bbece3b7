/** `/status`: the state of `/healthz`, for people. */
import type { Context } from 'hono';
import { visitorOf } from '../../site/layout.tsx';
import { secured } from '../../site/policies.ts';
import { statusPage } from '../../site/status/status.tsx';
import type { App } from '../exchange.ts';
import { healthOf } from './health.ts';

/** The page; 200 even if something is down, because the page itself works. */
export async function status(context: Context<App>): Promise<Response> {
  const page = statusPage(await healthOf(context.env), new Date(), visitorOf(context.req.raw));
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}
