/** Names that can only mean this machine. */

/**
 * Whether a name of the URL can only mean this machine. Another name that leads here may be that of a strange page, which
 * could read what is meant for this machine alone (DNS rebinding).
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
