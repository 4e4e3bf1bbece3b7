/** What each kind of page may load and do, and the headers that say so. Nothing is loaded from elsewhere. */
import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../../../contract/loopback.ts';

const strict = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
const noForms = "form-action 'none'";
const own = ["script-src 'self'", "worker-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'"];

const policies = {
  page: [...strict, "form-action 'self'", ...own, "img-src 'self' blob: data:"],
  /** With forms that lead to a page of Stripe. */
  shop: [...strict, "form-action 'self' https://checkout.stripe.com", ...own, "img-src 'self' blob: data:"],
  /** What a worker may import is said by its own script in Firefox, and by the page in Chromium. */
  script: [...strict, noForms, "script-src 'self'"],
  other: [...strict, noForms],
};

/** Kind of page by what it may load. */
export type Policy = keyof typeof policies;

/** Abilities of a browser that no page uses. */
const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];
const permissions = unused.map((ability) => `${ability}=()`).join(', ');

const yearS = 31_536_000;

/**
 * The answer with the headers of its kind: no framing, no sniffing, no referrer to others.
 * @param policy what the page may load
 */
export function secured(response: Response, policy: Policy): Response {
  const headers = new Headers(response.headers);
  headers.set('Content-Security-Policy', policies[policy].join('; '));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('X-Frame-Options', 'DENY');
  if (policy === 'page' || policy === 'shop') headers.set('Permissions-Policy', permissions);
  return new Response(response.body, { status: response.status, headers });
}

/** Pages that came by https say that the browser is to come by https for a year. Never on a loopback name, which others share. */
export const strictTransport: MiddlewareHandler = async (context, next) => {
  await next();
  const { protocol, hostname } = new URL(context.req.url);
  if (protocol !== 'https:' || isLoopback(hostname) || !context.res.headers.has('Content-Security-Policy')) return;
  context.header('Strict-Transport-Security', `max-age=${yearS}`);
};
