/** Headers of security: what each kind of answer may load, and when the browser is to come by https. */
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { type Policy, secured, strictTransport } from './policies.ts';

/** What a page loads: all of it from here, and pictures of its own making. */
const ofPage = [
  ...["script-src 'self'", "worker-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'"],
  "img-src 'self' blob: data:",
];
const headersOf = (policy: Policy) => Object.fromEntries(secured(new Response('x'), policy).headers);

describe('an answer', () => {
  test.each([
    ['page', "form-action 'self'", true, ofPage],
    ['shop', "form-action 'self' https://checkout.stripe.com", true, ofPage],
    ['script', "form-action 'none'", false, ["script-src 'self'"]],
    ['other', "form-action 'none'", false, []],
  ] as const)('of the kind %s is framed, sniffed and referred to by nobody', (policy, forms, isPage, loads) => {
    const headers = headersOf(policy);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    const allowed = headers['content-security-policy'].split('; ');
    expect(allowed.slice(0, 4)).toEqual(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", forms]);
    expect(allowed.slice(4)).toEqual(loads);
    expect(headers['permissions-policy']).toBe(
      isPage ? 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()' : undefined,
    );
  });

  test('keeps its status, its body and its own headers', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Content-Type', 'text/plain'],
    ]);
    const answer = secured(new Response('text', { status: 422, headers }), 'page');
    expect([answer.status, await answer.text(), answer.headers.get('Content-Type')]).toEqual([
      422,
      'text',
      'text/plain',
    ]);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
});

describe('strict transport', () => {
  const app = new Hono();
  app.use('*', strictTransport);
  app.get('/page', () => secured(new Response('x'), 'page'));
  app.get('/call', (context) => context.text('x'));
  const header = async (url: string) => (await app.request(url)).headers.get('Strict-Transport-Security');

  test('is asked for a year of pages that came by https', async () => {
    expect(await header('https://cutouts.example.org/page')).toBe('max-age=31536000');
  });

  test.each([
    'http://cutouts.example.org/page',
    'https://localhost/page',
    'https://127.0.0.1:8787/page',
    'https://cutouts.example.org/call',
  ])('is not asked for by %s', async (url) => {
    expect(await header(url)).toBeNull();
  });
});
