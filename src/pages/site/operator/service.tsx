/** The operator's page on the state of the service: its parts, Stripe's events that could not be read, and failed calls by day. */
import type { ServiceFact, ServiceFacts } from '../../../contract/service-state.ts';
import type { UnreadEvent } from '../../../money/billing/unread.ts';
import type { ErrorDays } from '../../../money/usage/errors-by-day.ts';
import { errorRateOf, type OutcomeCount } from '../../../money/usage/outcomes.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { inFigures } from '../writing/figures.ts';
import { ErrorTable } from './error-table.tsx';
import { Moment, OperatorPage } from './frame.tsx';

interface ServiceProps {
  readonly visit: OwnVisit;
  readonly state: ServiceFacts;
  readonly outcomes: readonly OutcomeCount[];
  /** Of the last 30 days. */
  readonly errors: readonly ErrorDays[];
  readonly unread: readonly UnreadEvent[];
}

/** The page `/operator/service`. */
export function ServicePage({ visit, state, outcomes, errors, unread }: ServiceProps) {
  const rate = errorRateOf(outcomes);
  return (
    <OperatorPage visit={visit} title="Service" page="/operator/service">
      <h1>Service</h1>
      <p class="lead">Now, as seen by the isolate that made this page.</p>
      <div class="service">
        <Facts name="Parts" facts={state.parts} />
        <div>
          <Facts name="Lanes" facts={state.lanes} />
          <Facts name="Queues" facts={state.queues} />
        </div>
      </div>
      <Facts name="Networks, since their start" facts={state.networks} />
      {unread.length === 0 ? null : <UnreadEvents unread={unread} />}
      <h2>The last 24 hours</h2>
      <p>
        <span class="figure">{rate === null ? 'No calls' : `${(rate * 100).toFixed(2)} %`}</span>{' '}
        {rate === null ? '' : 'of calls failed through the service (500 and above).'}
      </p>
      {outcomes.length === 0 ? null : (
        <div class="scroll" tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Status</th>
                <th scope="col">Code</th>
                <th scope="col" class="number">
                  Calls
                </th>
              </tr>
            </thead>
            <tbody>
              {outcomes.map(({ operation, status, errorCode, calls }) => (
                <tr>
                  <th scope="row">
                    <code>{operation}</code>
                  </th>
                  <td class={status >= 500 ? 'wrong' : undefined}>{status}</td>
                  <td>
                    <code>{errorCode}</code>
                  </td>
                  <td class="number">{inFigures(calls)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ErrorTable errors={errors} />
    </OperatorPage>
  );
}

function Facts({ name, facts }: { readonly name: string; readonly facts: readonly ServiceFact[] }) {
  if (facts.length === 0) return null;
  return (
    <table class="facts">
      <caption>{name}</caption>
      <tbody>
        {facts.map(({ name: part, state, isWell }) => (
          <tr>
            <th scope="row">{part}</th>
            <td class={isWell ? undefined : 'wrong'}>{state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UnreadEvents({ unread }: Pick<ServiceProps, 'unread'>) {
  return (
    <>
      <h2>Events of Stripe that could not be read</h2>
      <p class="wrong">
        They have moved no credits. The log line <code>billing-unreadable</code> has the cause. To fetch one and work on
        it again: <code>npm run accounts -- billing read ID</code>
      </p>
      <div class="scroll" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Id</th>
              <th scope="col">Kind</th>
              <th scope="col">SHA-256 of its body</th>
            </tr>
          </thead>
          <tbody>
            {unread.map(({ id, kind, hash, receivedAtMs }) => (
              <tr>
                <td>
                  <Moment ms={receivedAtMs} />
                </td>
                <th scope="row">
                  <code>{id}</code>
                </th>
                <td>
                  <code>{kind}</code>
                </td>
                <td>
                  <code>{hash}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
