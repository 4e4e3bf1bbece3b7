/** Calls of an account as the request log has them, for an operator. */
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import { Answer } from '../dashboard/answer.tsx';
import { Moment } from './frame.tsx';

interface RequestsProps {
  /** Newest first. */
  readonly requests: readonly LoggedRequest[];
  /** Days that calls are kept; 0 where there is no request log. */
  readonly days: number;
  /** Whether they were asked for by a request id. */
  readonly isFound: boolean;
}

/** A row for each call. */
export function Requests({ requests, days, isFound }: RequestsProps) {
  if (days === 0) return <p>This service keeps no log of requests.</p>;
  if (requests.length === 0) return <p>{isFound ? 'No call has this request id.' : 'There are no calls.'}</p>;
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <caption>{isFound ? 'By this request id' : 'Newest of both wallets'}</caption>
        <thead>
          <tr>
            {['When', 'Request', 'Answer', 'Key', 'Took', 'Credits'].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr>
              <td>
                <Moment ms={request.atMs} />
              </td>
              <td>
                {request.operation} <code>{request.requestId}</code>
              </td>
              <td>
                <Answer request={request} />
              </td>
              <td>
                <code>{request.keyId}</code>
              </td>
              <td class="number">{(request.milliseconds / 1000).toFixed(1)} s</td>
              <td class="number">{request.credits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
