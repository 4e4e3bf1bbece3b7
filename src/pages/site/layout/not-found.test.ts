import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { readsPages } from '../../../contract/pages.ts';
import { linksOf, partOf } from '../testing/html.ts';
import { notFoundPage } from './not-found.tsx';

const app = new Hono();
app.get('/reads', (context) => context.json(readsPages(context)));
app.notFound((context) => notFoundPage(context));

describe('a caller reads pages', () => {
  test.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html', true],
    ['application/json', false],
    ['*/*', false],
    ['', false],
    ['application/json, text/html;q=0.5', false],
    ['application/json;q=0.5, text/html', true],
  ])('with Accept %j: %s', async (accept, reads) => {
    const headers: Record<string, string> = accept ? { Accept: accept } : {};
    expect(await (await app.request('/reads', { headers })).json()).toBe(reads);
  });
});

test('the page at a strange address is a 404 that nobody keeps, and leads on', async () => {
  const answer = await app.request('/nowhere', { headers: { Cookie: 'edgematte.session_token=x' } });
  expect(answer.status).toBe(404);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-error-code': 'NOT_FOUND',
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
  const html = await answer.text();
  expect(linksOf(partOf(html, 'main')).map(([href]) => href)).toEqual([
    ...['/', '/many-photos', '/docs/guide', '/docs', '/prices', '/status'],
    'mailto:support@example.com',
  ]);
  expect(partOf(html, 'main')).toContain('<code>/nowhere</code>');
  expect(partOf(html, 'header')).toContain('href="/dashboard"');
  expect(await (await app.request('/nowhere')).text()).toContain('href="/sign-in"');
});

test('an address is shown as text', async () => {
  const html = await (await app.request('/%3Cb%3Ebold%3C/b%3E/<i>')).text();
  expect(html).not.toMatch(/<b>|<i>/);
});
