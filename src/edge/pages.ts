/**
 * The pages: console, reference and the OpenAPI document. They need no key and load nothing from elsewhere.
 *
 * Other methods on these paths are left to the app.
 */
import { type Context, Hono } from 'hono';
import { openApiDocument } from '../contract/openapi.ts';
import { demoKeyOf, type Environment, supportEmailOf } from './environment.ts';

type PageEnvironment = Pick<Environment, 'ASSETS'>;
type Pages = { Bindings: PageEnvironment };

const strict = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/** What each page may load. The reference viewer writes its styles into the page and keeps its fonts and images in it. */
const policies = {
  console: [...strict, "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "connect-src 'self'"],
  reference: [
    ...strict,
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
  ],
  other: strict,
};

export const pages = new Hono<Pages>();

pages.get('/', async (context) => {
  const demoKey = isLoopback(new URL(context.req.url).hostname) ? demoKeyOf(context.env) : undefined;
  const page = await asset(context, 'console', !demoKey);
  return demoKey ? withDemoKey(page, demoKey) : page;
});
pages.get('/docs', (context) => asset(context, 'reference'));
for (const path of ['/console.js', '/console.css', '/reference.js', '/favicon.svg']) {
  pages.get(path, (context) => asset(context, 'other'));
}
pages.get('/openapi.json', (context) => {
  const body = documentFor(new URL(context.req.url).origin, supportEmailOf(context.env));
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
async function asset(
  { req, env, notFound }: Context<Pages>,
  policy: keyof typeof policies,
  mayBeCached = true,
): Promise<Response> {
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

function secured(response: Response, policy: keyof typeof policies): Response {
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', policies[policy].join('; '));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('X-Frame-Options', 'DENY');
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Whether a name of the URL can only mean this machine. Another name that leads here may be that of a strange page, which
 * could read the key (DNS rebinding).
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Fills the key in that `npm start` made for this machine. */
function withDemoKey(page: Response, demoKey: string): Response {
  const fill = { element: (meta: Element) => void meta.setAttribute('content', demoKey) };
  return new HTMLRewriter().on('meta[name="demo-key"]', fill).transform(page);
}
