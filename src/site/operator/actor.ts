/** Who acts, of a visit to the pages of operators. */
import type { Actor } from '../../operator/audit-log.ts';
import type { OwnVisit } from '../visit.tsx';

export function actorOf({ who: { accountId, email } }: OwnVisit): Actor {
  return { accountId, email };
}
