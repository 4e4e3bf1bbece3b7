/** The way to the pages: they have all that is no path of the API. */
import type { Context } from 'hono';
import { operations, processingOperations } from '../contract/operations.ts';
import { noPageHeader } from '../contract/pages.ts';
import { refusal } from '../contract/refusals.ts';
import { refuse } from './answer/refuse.ts';
import type { App } from './exchange.ts';

/** A deployment that is being made has no pages for the moment. */
const retryAfterSeconds = 60;
const paths = new Set([
  ...operations.map(({ path }) => path),
  ...processingOperations.map(({ name }) => `/playground/${name}`),
  ...['/healthz', '/metrics', '/admin'],
]);

/** Whether a path is one of the API, or below one: then no page is there. */
export function isOfApi(path: string): boolean {
  return paths.has(path) || path.startsWith('/v1.0/') || path.startsWith('/admin/');
}

/** What the pages answer to a request, whose body they read. */
export async function fromPages({ env, req }: Context<App>): Promise<Response> {
  if (!env.PAGES) return refuse(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds }), env);
  if (!req.path.startsWith('/admin/')) return env.PAGES.fetch(req.raw);
  // The token is checked, and nothing that the pages need.
  const asked = new Request(req.raw);
  asked.headers.delete('Authorization');
  return env.PAGES.fetch(asked);
}

/** The page that says that nothing is at an address of the API; null where the pages have none. */
export async function notFoundPage({ env, req }: Context<App>): Promise<Response | null> {
  const headers = { Accept: req.header('Accept') ?? '' };
  const page = await env.PAGES?.fetch(new Request(req.url, { headers }));
  return page?.headers.has(noPageHeader) ? withoutMark(page) : null;
}

/** The answer as clients get it. */
export function withoutMark(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.delete(noPageHeader);
  return new Response(answer.body, { status: answer.status, headers });
}
