/** The pages that Lighthouse judges, as somebody signed in sees them. */
import type { Person } from '../../testing/person.ts';
import type { AuditedPage } from './audit.ts';

export const paths = ['/', '/docs', '/docs/guide', '/prices', '/dashboard'] as const;

/** Of a page that is for signed-in people, with the session of that person; of others as a visitor. */
export function pageOf(path: string, person: Person): AuditedPage {
  const own = path.startsWith('/dashboard');
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { url: `${person.base}${path}`, cookie: own ? cookie : '' };
}
