/**
 * The pages and their files. They need no key and load nothing from elsewhere.
 *
 * Other methods on these paths are left to the app.
 */
import { type Context, Hono } from 'hono';
import { isLoopback } from '../contract/loopback.ts';
import { openApiDocument } from '../contract/openapi.ts';
import { demoKey, edgeSettings } from '../contract/settings/edge.ts';
import { readSetting } from '../contract/settings/read.ts';
import { accountPages } from './account/routes.tsx';
import { billingPages } from './billing/routes.tsx';
import { dashboardPages } from './dashboard/routes.tsx';
import { devMail } from './dev-mail.tsx';
import { documents } from './documents/documents.tsx';
import { type Policy, secured } from './policies.ts';
import { usagePages } from './usage/routes.tsx';

type Pages = { Bindings: { readonly ASSETS: Fetcher } };

export const pages = new Hono<Pages>();

pages.route('/', documents);
for (const part of [accountPages, dashboardPages, usagePages, billingPages, devMail]) pages.route('/', part);

pages.get('/', async (context) => {
  const key = isLoopback(new URL(context.req.url).hostname) ? readSetting(demoKey, { ...context.env }) : undefined;
  const page = await asset(context, 'page', !key);
  return key ? withDemoKey(page, key) : page;
});
for (const path of ['/console.js', '/console.css', '/favicon.svg', '/scripts/*', '/styles/*']) {
  pages.get(path, (context) => asset(context, 'other'));
}
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

/** @param mayBeCached false for a page that is changed on its way out, whose tag would be that of the file */
async function asset({ req, env, notFound }: Context<Pages>, policy: Policy, mayBeCached = true): Promise<Response> {
  const request = mayBeCached ? req.raw : new Request(req.url, { method: req.method });
  const file = await env.ASSETS.fetch(request);
  if (file.status !== 200 && file.status !== 304) {
    await file.body?.cancel();
    return notFound();
  }
  const page = secured(file, policy);
  if (!mayBeCached) {
    page.headers.delete('ETag');
    page.headers.set('Cache-Control', 'no-store');
  }
  return page;
}

/** Fills the key in that `npm start` made for this machine. */
function withDemoKey(page: Response, key: string): Response {
  const fill = { element: (meta: Element) => void meta.setAttribute('content', key) };
  return new HTMLRewriter().on('meta[name="demo-key"]', fill).transform(page);
}
