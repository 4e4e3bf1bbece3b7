/** What pages that know who is there answer: refusals in words, pages that nobody keeps, ways on. */
import { env } from 'cloudflare:test';
import { type Context, Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { invalid, type Refusal, Refused, rateLimited, refusal } from '../../../contract/refusals.ts';
import { base, deployment } from '../testing/deployment.ts';
import { answer, leadTo, onRefusal, ownPath, type Visited } from './visit.tsx';

/** What a page answers that does this. */
async function answerOf(
  page: (context: Context<Visited>) => Response | Promise<Response>,
  method = 'GET',
  headers: Record<string, string> = {},
) {
  const app = new Hono<Visited>();
  app.onError(onRefusal);
  app.get('/', page);
  return app.request(`${base}/`, { method, headers }, deployment(env));
}

const refused = (given: Refusal, headers?: Record<string, string>) =>
  answerOf(
    () => {
      throw new Refused(given);
    },
    'GET',
    headers,
  );

describe('a refusal is a page with its status and code', () => {
  test.each([
    [rateLimited(1), 'Too many attempts', 'Wait 1 second and try again.'],
    [rateLimited(2), 'Too many attempts', 'There were too many attempts. Wait 2 seconds and try again.'],
    [rateLimited(89.2), 'Too many attempts', 'Wait 2 minutes and'],
    [rateLimited(88.1), 'Too many attempts', 'Wait 89 seconds and'],
    [rateLimited(121), 'Too many attempts', 'Wait 3 minutes and'],
    [rateLimited(5399), 'Too many attempts', 'Wait 90 minutes and'],
    [rateLimited(5400), 'Too many attempts', 'Wait 2 hours and'],
    [rateLimited(86_400), 'Too many attempts', 'Wait 24 hours and'],
    [refusal('TRIAL_USED_UP'), 'Too many attempts', 'Wait 60 seconds and'],
    [refusal('SERVICE_UNAVAILABLE'), 'Busy for the moment', 'The service has no room for this right now.'],
    [refusal('NOT_FOUND'), 'Not found', 'There is no such page.'],
    [refusal('STRANGE_ORIGIN'), 'Not done', 'This form was not sent by a page of this service'],
    [invalid(['body'], 'Wrong'), 'Not done', 'This could not be done.'],
  ])('%j: %s', async (given, title, text) => {
    const page = await refused(given);
    expect([page.status, page.headers.get('X-Error-Code')]).toEqual([given.status, given.code]);
    const shown = await page.text();
    expect(shown).toContain(`<h1>${title}</h1>`);
    expect(shown).toContain(text);
  });

  test('with the way in of a visitor, and the dashboard of somebody who comes with a session', async () => {
    const links = async (headers?: Record<string, string>) => {
      const shown = await (await refused(refusal('NOT_FOUND'), headers)).text();
      return /<a class="account" href="([^"]*)"/.exec(shown)?.[1];
    };
    expect(await links()).toBe('/sign-in');
    expect(await links({ Cookie: 'edgematte.session_token=a' })).toBe('/dashboard');
  });

  test('with whole seconds for Retry-After, where waiting helps', async () => {
    expect((await refused(rateLimited(1.2))).headers.get('Retry-After')).toBe('2');
    expect((await refused(refusal('NOT_FOUND'))).headers.has('Retry-After')).toBe(false);
  });

  test('and any other failure is none', async () => {
    const failing = answerOf(() => {
      throw new Error('D1 is away');
    });
    await expect(failing).rejects.toThrow('D1 is away');
  });
});

describe('a page', () => {
  test('is kept by nobody, framed by nobody, and comes with its cookies', async () => {
    const page = await answerOf((context) => answer(context, 'the page', { cookies: ['a=1', 'b=2'] }));
    expect([page.status, await page.text()]).toEqual([200, 'the page']);
    expect(page.headers.getAll('Set-Cookie')).toEqual(['a=1', 'b=2']);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  });

  test('that is asked for by HEAD has no body', async () => {
    const page = await answerOf((context) => answer(context, 'the page', { status: 422 }), 'HEAD');
    expect([page.status, await page.text()]).toEqual([422, '']);
  });
});

test('a form leads on to one of our pages, with its cookies', async () => {
  const led = leadTo('/dashboard', ['a=1', 'b=2']);
  expect([led.status, led.headers.get('Location'), await led.text()]).toEqual([303, '/dashboard', '']);
  expect(led.headers.getAll('Set-Cookie')).toEqual(['a=1', 'b=2']);
  expect(led.headers.get('Cache-Control')).toBe('no-store');
  expect(led.headers.get('Content-Security-Policy')).toContain("form-action 'none'");
});

const signInUrl = `${base}/sign-in`;

test.each(['/', '/dashboard', '/dashboard/keys?done=name', '/a/%2e%2e/b', '/operator/accounts/1'])(
  '%s is led back to',
  (path) => {
    expect(ownPath(path, signInUrl)).toBe(path.replace('/a/%2e%2e/b', '/b'));
  },
);

test.each([
  ...[
    null,
    undefined,
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
  ],
  ...[
    '/\t/evil.example',
    '/\n/evil.example',
    ' /dashboard',
    'javascript:alert(1)',
    '/dashboard\r\nSet-Cookie: a=b',
    '/ä',
  ],
  ...['/a/..//evil.example', '/.//evil.example', '/%2e//evil.example'],
])('%s leads to the dashboard or below it', (path) => {
  expect(ownPath(path, signInUrl)).toMatch(/^\/(?!\/)/);
  expect(new URL(ownPath(path, signInUrl), signInUrl).origin).toBe('https://cutouts.example.org');
});
