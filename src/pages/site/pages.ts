/**
 * The pages and their files. They need no key and load nothing from elsewhere.
 *
 * Other methods on these paths are left to the app.
 */
import { type Context, Hono } from 'hono';
import { type Deployment, openApiDocument } from '../../contract/openapi.ts';
import { givenVersion } from '../../contract/service-version.ts';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { mailRoutes } from './account/dev-mail.tsx';
import { accountRoutes } from './account/routes.tsx';
import { billingRoutes, pricesRoutes } from './billing/routes.tsx';
import { ownAccountRoutes } from './dashboard/account-routes.tsx';
import { keyRoutes } from './dashboard/key-routes.tsx';
import { overviewRoutes } from './dashboard/routes.tsx';
import { documentRoutes } from './documents/documents.tsx';
import { sharePicture } from './layout/layout.tsx';
import { secured } from './layout/policies.ts';
import { manyPhotosRoutes } from './many-photos/routes.tsx';
import { operatorPages } from './operator/routes.tsx';
import { playgroundRoutes } from './playground/routes.tsx';
import { requestRoutes } from './requests/routes.tsx';
import { statusRoutes } from './status/routes.ts';
import { usageRoutes } from './usage/routes.tsx';
import { routesOf } from './visit/routes.ts';
import { startLink } from './visit/start-word.ts';
import type { Visited } from './visit/visit.tsx';

export const pages = new Hono<Visited>();

pages.route(
  '/',
  routesOf('public', {
    pages: { ...documentRoutes.pages, ...pricesRoutes.pages, ...playgroundRoutes.pages, ...manyPhotosRoutes.pages },
    forms: playgroundRoutes.forms,
    files: {
      ...documentRoutes.files,
      ...playgroundRoutes.files,
      '/openapi.json': giveDescription,
      '/favicon.svg': giveAsset,
      [sharePicture.path]: giveAsset,
      '/scripts/*': giveAsset,
      '/styles/*': giveAsset,
      '/samples/*': giveAsset,
    },
  }),
);
pages.route('/', routesOf('status', statusRoutes));
pages.route('/', routesOf('account', accountRoutes));
pages.route(
  '/',
  routesOf('dashboard', {
    pages: {
      ...overviewRoutes.pages,
      ...keyRoutes.pages,
      ...usageRoutes.pages,
      ...requestRoutes.pages,
      ...billingRoutes.pages,
      ...ownAccountRoutes.pages,
    },
    forms: { ...keyRoutes.forms, ...billingRoutes.forms, ...ownAccountRoutes.forms },
    files: { ...overviewRoutes.files, ...requestRoutes.files, ...billingRoutes.files, ...ownAccountRoutes.files },
  }),
);
pages.route(
  '/',
  operatorPages(({ env }) => env.SERVICE_STATE.facts()),
);
pages.route('/', routesOf('starter', mailRoutes));
pages.route('/', startLink);

function giveDescription(context: Context<Visited>) {
  const variables = { ...context.env };
  const body = documentFor({
    serverUrl: new URL(context.req.url).origin,
    supportEmail: readSetting(edgeSettings.supportEmail, variables),
    removebg: readSetting(edgeSettings.removebgCompat, variables),
    runs: givenVersion(variables),
  });
  return secured(
    new Response(body, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' } }),
    'other',
  );
}

/** The last document this isolate made; a deployment has one. */
let latest: { readonly of: string; readonly body: string } | null = null;

function documentFor(deployment: Deployment): string {
  const of = JSON.stringify(deployment);
  if (latest?.of !== of) latest = { of, body: JSON.stringify(openApiDocument(deployment)) };
  return latest.body;
}

async function giveAsset({ req, env, notFound }: Context<Visited>): Promise<Response> {
  const file = await env.ASSETS.fetch(req.raw);
  const isScript = new URL(req.url).pathname.endsWith('.js');
  if (file.status === 200 || file.status === 304) return secured(file, isScript ? 'script' : 'other');
  await file.body?.cancel();
  return notFound();
}
