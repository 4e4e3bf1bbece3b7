/** What the API and the pages agree on where neither knows a path. */
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';

/** On an answer of the pages: they have nothing at that path. It does not leave the API. */
export const noPageHeader = 'X-No-Page';

/** Whether the caller reads pages, as a browser does that opens an address. What takes anything is a program. */
export function readsPages(context: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}
