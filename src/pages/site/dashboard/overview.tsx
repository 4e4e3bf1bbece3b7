/** The first page of the dashboard: credits, the calls of a week, what failed last, and the way to a first call. */
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import type { UsageReport } from '../../../money/usage/report.ts';
import type { OwnWallet } from '../../accounts/own-credits.ts';
import { Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownMinute } from '../writing/dates.ts';
import { inFigures, share } from '../writing/figures.ts';
import { Answer } from './answer.tsx';
import { CallsChart } from './calls-chart.tsx';
import { WalletCards } from './credits.tsx';
import { Dashboard } from './frame.tsx';

export interface OverviewProps {
  readonly visit: OwnVisit;
  readonly wallets: readonly OwnWallet[];
  /** Keys that go on. */
  readonly keys: number;
  /** Whether no key was ever used, also none of the pages' own. */
  readonly isNew: boolean;
  /** Of the last seven days. */
  readonly report: UsageReport;
  /** The last ones, newest first; null where the service keeps no log of requests. */
  readonly failures: readonly LoggedRequest[] | null;
  /** Whether credits are sold here. */
  readonly isShop: boolean;
}

/** What one sees after signing in. */
export function OverviewPage({ visit, wallets, keys, isNew, report, failures, isShop }: OverviewProps) {
  const { name, email } = visit.who;
  return (
    <Dashboard visit={visit} title="Dashboard" page="/dashboard">
      <h1>Hello{name ? `, ${name}` : ''}</h1>
      <p class="lead">{email}</p>
      <div class="headline">
        <h2>Credits</h2>
        {isShop ? (
          <a class="button small" href="/dashboard/billing">
            Buy credits
          </a>
        ) : null}
      </div>
      <WalletCards wallets={wallets} />
      {isNew ? (
        <FirstSteps visit={visit} keys={keys} />
      ) : (
        <>
          <Calls report={report} />
          {failures === null ? null : <Failures failures={failures} />}
        </>
      )}
      <form method="post" action="/sign-out" class="sign-out">
        <Token token={visit.token} />
        <button class="quiet small" type="submit">
          Sign out
        </button>
      </form>
    </Dashboard>
  );
}

function Calls({ report }: Pick<OverviewProps, 'report'>) {
  const { calls, successes, refusals, days } = report;
  return (
    <>
      <div class="headline">
        <h2>Calls of the last 7 days</h2>
        <a href="/dashboard/usage">All usage</a>
      </div>
      {calls === 0 ? (
        <p class="note">None.</p>
      ) : (
        <section class="card" aria-label="Calls of the last 7 days">
          <p class="sums">
            <strong>{inFigures(calls)}</strong> {calls === 1 ? 'call' : 'calls'}, {share(successes, calls)} successes
          </p>
          <CallsChart
            label={`${inFigures(successes)} successes and ${inFigures(refusals)} refusals in 7 days. Usage has a table of them`}
            days={days}
          />
        </section>
      )}
    </>
  );
}

function Failures({ failures }: { readonly failures: readonly LoggedRequest[] }) {
  return (
    <>
      <div class="headline">
        <h2>Last failures</h2>
        <a href="/dashboard/requests">All requests</a>
      </div>
      {failures.length === 0 ? (
        <p class="note">None. A call that fails is listed here with what it means and whether it cost.</p>
      ) : (
        <div class="scroll">
          <table class="stacked requests failures">
            <caption class="apart">The last calls that failed, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Operation</th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              {failures.map((request) => (
                <tr>
                  <th scope="row">
                    <a href={`/dashboard/requests?id=${encodeURIComponent(request.requestId)}`}>
                      {shownMinute(request.atMs)}
                    </a>
                  </th>
                  <td data-label="Operation">{request.operation}</td>
                  <td data-label="Answer">
                    <Answer request={request} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** What leads to a first call. */
function FirstSteps({ visit, keys }: Pick<OverviewProps, 'visit' | 'keys'>) {
  return (
    <>
      <h2>Your first call</h2>
      <ol class="steps">
        <li class="card">
          <h3>{keys === 0 ? 'Make a key' : `${keys} ${keys === 1 ? 'key' : 'keys'}`}</h3>
          {keys === 0 ? (
            <>
              <p>A test key spends test credits. It is shown once, with a call that you can copy.</p>
              <form method="post" action="/dashboard/keys">
                <Token token={visit.token} />
                <input type="hidden" name="type" value="test" />
                <button type="submit">Make a test key</button>
              </form>
            </>
          ) : (
            <>
              <p>No call has been made yet. A key is shown once: if you have not copied it, make another.</p>
              <a class="button" href="/dashboard/keys">
                API keys
              </a>
            </>
          )}
        </li>
        <li class="card">
          <h3>Try it in the browser</h3>
          <p>Every operation and every option, with your own photo.</p>
          <a class="button quiet" href="/">
            Playground
          </a>
        </li>
        <li class="card">
          <h3>Build it in</h3>
          <p>Formats, limits, errors and what to do about them.</p>
          <a class="button quiet" href="/docs/guide">
            Guide
          </a>
        </li>
      </ol>
    </>
  );
}
