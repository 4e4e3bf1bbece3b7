/** What each kind of page may load, and the headers that say so. Nothing is loaded from elsewhere. */

const strict = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];
const noForms = "form-action 'none'";
const own = ["script-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'"];

const policies = {
  page: [...strict, "form-action 'self'", ...own, "img-src 'self' blob: data:"],
  /** With forms that lead to a page of Stripe. */
  shop: [...strict, "form-action 'self' https://checkout.stripe.com", ...own, "img-src 'self' blob: data:"],
  other: [...strict, noForms],
};

/** Kind of page by what it may load. */
export type Policy = keyof typeof policies;

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
  return new Response(response.body, { status: response.status, headers });
}
