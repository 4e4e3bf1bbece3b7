/** Whether one of our own pages sent a request, as far as the browser says it. */
import type { AddressedRequest } from './loopback.ts';

/**
 * Whether the browser says that a page of the same origin sent the request. If Sec-Fetch-Site says so, the scheme of Origin
 * may differ: behind a proxy that ends TLS the service is called by http.
 */
export function isSameOrigin({ headers, url }: AddressedRequest): boolean {
  const [origin, site] = [headers.get('Origin'), headers.get('Sec-Fetch-Site')];
  const own = new URL(url).origin;
  if (site === null) return origin === own;
  const withoutScheme = (text: string) => text.replace(/^https?:/, '');
  return site === 'same-origin' && (origin === null || withoutScheme(origin) === withoutScheme(own));
}
