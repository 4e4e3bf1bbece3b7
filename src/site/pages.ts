/**
 * The pages and their files. They need no key and load nothing from elsewhere.
 *
 * Other methods on these paths are left to the app.
 */
import { type Context, Hono } from 'hono';
import { openApiDocument } from '../contract/openapi.ts';
import { edgeSettings } from '../contract/settings/edge.ts';
import { readSetting } from '../contract/settings/read.ts';
import { accountPages } from './account/routes.tsx';
import { billingPages } from './billing/routes.tsx';
import { dashboardPages } from './dashboard/routes.tsx';
import { devMail } from './dev-mail.tsx';
import { documents } from './documents/documents.tsx';
import { playground } from './playground/routes.tsx';
import { secured } from './policies.ts';
import { startLink } from './start-word.ts';
import { usagePages } from './usage/routes.tsx';

type Pages = { Bindings: { readonly ASSETS: Fetcher } };

export const pages = new Hono<Pages>();

pages.route('/', documents);
for (const part of [accountPages, dashboardPages, usagePages, billingPages, devMail, startLink]) pages.route('/', part);

pages.route('/', playground);
for (const path of ['/favicon.svg', '/scripts/*', '/styles/*', '/samples/*'])
  pages.get(path, (context) => asset(context));
pages.get('/openapi.json', (context) => {
  const body = documentFor(new URL(context.req.url).origin, readSetting(edgeSettings.supportEmail, { ...context.env }));
  return secured(
    new Response(body, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } }),
    'other',
  );
});

/** The last document this isolate made; a deployment has one origin and one address of support. */
let latest: { readonly origin: string; readonly supportEmail: string; readonly body: string } | null = null;

function documentFor(origin: string, supportEmail: string): string {
  if (latest?.origin !== origin || latest.supportEmail !== supportEmail) {
    latest = { origin, supportEmail, body: JSON.stringify(openApiDocument(origin, supportEmail)) };
  }
  return latest.body;
}

async function asset({ req, env, notFound }: Context<Pages>): Promise<Response> {
  const file = await env.ASSETS.fetch(req.raw);
  if (file.status === 200 || file.status === 304) return secured(file, 'other');
  await file.body?.cancel();
  return notFound();
}
