/** Whether a request has a session cookie, without checking it. */

const sessionCookie = /(?:^|;\s*)(?:__Host-)?edgematte\.session_token=/;

/** Whether a request has a session cookie, valid or not: for pages that differ in nothing but their links. */
export function hasSessionCookie(request: Request): boolean {
  return sessionCookie.test(request.headers.get('Cookie') ?? '');
}
