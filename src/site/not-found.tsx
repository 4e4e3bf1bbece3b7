/** The page at an address that is none of ours. Programs are answered JSON there. */
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { Page, visitorOf } from './layout.tsx';
import { secured } from './policies.ts';

/** Whether the caller reads pages, as a browser does that opens an address. What takes anything is a program. */
export function readsPages(context: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

/** The answer, a 404. */
export async function notFoundPage(context: Context): Promise<Response> {
  const page = (
    <Page title="Not found" visitor={visitorOf(context.req.raw)}>
      <div class="narrow">
        <h1>Not found</h1>
        <p class="lead">There is no page at this address.</p>
        <p>
          Go to the <a href="/">playground</a>, the <a href="/docs/guide">guide</a> or the{' '}
          <a href="/docs">API reference</a>.
        </p>
      </div>
    </Page>
  );
  const headers = { 'Cache-Control': 'no-store', 'X-Error-Code': 'NOT_FOUND' };
  return secured(await context.html(page, 404, headers), 'page');
}
