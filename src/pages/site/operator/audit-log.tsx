/** The audit log: what operators did. */
import type { NotedAct } from '../../operator/audit-log.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { Moment, OperatorPage } from './frame.tsx';

interface AuditLogProps {
  readonly visit: OwnVisit;
  readonly acts: readonly NotedAct[];
}

/** The newest acts of all operators. */
export function AuditLogPage({ visit, acts }: AuditLogProps) {
  return (
    <OperatorPage visit={visit} title="Audit log" page="/operator/audit-log">
      <h1>Audit log</h1>
      <Acts acts={acts} />
    </OperatorPage>
  );
}

/** Acts as a table, newest first. */
export function Acts({ acts }: { readonly acts: readonly NotedAct[] }) {
  if (acts.length === 0) return <p>Nothing yet.</p>;
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Exactly</th>
          </tr>
        </thead>
        <tbody>
          {acts.map(({ atMs, operator, act, detail, accountId, done }) => (
            <tr>
              <td>
                <Moment ms={atMs} />
              </td>
              <td>{operator}</td>
              <td>
                {accountId ? <a href={`/operator/accounts/${accountId}`}>{act}</a> : act}
                {done ? '' : ', not finished'}
              </td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
