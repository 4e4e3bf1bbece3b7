/** What can only come from this machine. */

/** What a request is judged by. */
export interface AddressedRequest {
  readonly url: string;
  readonly headers: Headers;
}

/** What proxies add. `wrangler dev` adds `CF-Connecting-IP` and none of these. */
const forwarded = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/;

/**
 * Whether a name of the URL can only mean this machine. Another name that leads here may be that of a strange page, which
 * could read what is meant for this machine alone (DNS rebinding).
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Whether a request may come from a person at this machine: it asks for a loopback name, and has no header of a proxy. A
 * proxy that adds no header and asks for a loopback name, as nginx does by default, is not detected: what must not reach
 * strangers needs the secret word of this start as well.
 */
export function isLocalRequest({ url, headers }: AddressedRequest): boolean {
  return isLoopback(new URL(url).hostname) && ![...headers.keys()].some((name) => forwarded.test(name.toLowerCase()));
}
