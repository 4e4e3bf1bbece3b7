/**
 * The pages and their files. They need no key and load nothing from elsewhere.
 *
 * Other methods on these paths are left to the app.
 */
import { type Context, Hono } from 'hono';
import { type Deployment, openApiDocument } from '../contract/openapi.ts';
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
  const variables = { ...context.env };
  const body = documentFor({
    serverUrl: new URL(context.req.url).origin,
    supportEmail: readSetting(edgeSettings.supportEmail, variables),
    removebg: readSetting(edgeSettings.removebgCompat, variables),
  });
  return secured(
    new Response(body, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } }),
    'other',
  );
});

/** The last document this isolate made; a deployment has one. */
let latest: { readonly of: Deployment; readonly body: string } | null = null;

function documentFor(deployment: Deployment): string {
  const { serverUrl, supportEmail, removebg } = deployment;
  const same =
    latest?.of.serverUrl === serverUrl && latest.of.supportEmail === supportEmail && latest.of.removebg === removebg;
  if (!latest || !same) latest = { of: deployment, body: JSON.stringify(openApiDocument(deployment)) };
  return latest.body;
}

async function asset({ req, env, notFound }: Context<Pages>): Promise<Response> {
  const file = await env.ASSETS.fetch(req.raw);
  if (file.status === 200 || file.status === 304) return secured(file, 'other');
  await file.body?.cancel();
  return notFound();
}
