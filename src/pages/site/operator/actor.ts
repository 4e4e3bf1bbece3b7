/** Who acts on the pages of operators. */
import type { Actor } from '../../operator/audit-log.ts';
import type { OwnVisit } from '../visit/visit.tsx';

/** The operator of a visit, for the audit log. */
export function actorOf({ who: { accountId, email } }: OwnVisit): Actor {
  return { accountId, email };
}
