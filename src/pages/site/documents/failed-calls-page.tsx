/** `/docs/failed-calls`: for each way in which a call can fail whether it costs anything, and what to do. */
import { Contents } from '../reference/contents.tsx';
import { type FailedCall, failedCalls } from './failed-calls.ts';

/** What the page shows between header and footer. */
export function FailedCalls() {
  return (
    <div class="beside">
      <Contents current="failed-calls" />
      <article class="text">
        <h1>What a failed call costs</h1>
        <p class="lead">
          Only a picture that is answered with 200 costs a credit. A call with an{' '}
          <a href="/docs/guide/errors#idempotency-key">Idempotency-Key</a> is charged once, however often you must send
          it.
        </p>
        <div class="scroll" tabindex={0}>
          <table class="failed-calls">
            <thead>
              <tr>
                <th scope="col">What happens</th>
                <th scope="col">Costs</th>
                <th scope="col">What to do</th>
                <th scope="col">Proved by</th>
              </tr>
            </thead>
            <tbody>
              {failedCalls.map((call) => (
                <Row {...call} />
              ))}
            </tbody>
          </table>
        </div>
        <p>
          What a call has cost is in the <a href="/dashboard/credits">entries of your credits</a>, by its{' '}
          <code>X-Request-Id</code>. Each code of an error, and what to do about it:{' '}
          <a href="/docs/guide/errors">Errors</a>. The tests are in the source of this service and run with each change
          of it.
        </p>
      </article>
    </div>
  );
}

function Row({ status, what, costs, todo, proofs }: FailedCall) {
  return (
    <tr>
      <th scope="row">
        {status === null ? null : <b>{status}</b>} {what}
      </th>
      <td data-label="Costs">
        {costs === 'nothing' ? 'Nothing' : <b>{costs === 'one credit' ? 'One credit' : 'Nothing, if it is noticed'}</b>}
      </td>
      <td data-label="What to do">{todo}</td>
      <td class="proofs" data-label="Proved by">
        {proofs.map(({ file, title }) => (
          <p>
            {title.replace(/^%s: /, '').replace('of %s is', 'an answer that is')} <code>{file}</code>
          </p>
        ))}
      </td>
    </tr>
  );
}
