/** Whether a request brings a session at all, without asking anybody. */

const sessionCookie = /(?:^|;\s*)(?:__Host-)?edgematte\.session_token=/;

/** Whether a request comes with a session, valid or not: for pages that are the same for everybody but for their way in. */
export function hasSessionCookie(request: Request): boolean {
  return sessionCookie.test(request.headers.get('Cookie') ?? '');
}
