/** The page of usage: figures, charts, and tables of the same numbers. */
import type { SpendingPace } from '../../../money/usage/projection.ts';
import { type ReportDays, reportDays, type UsageReport } from '../../../money/usage/report.ts';
import { CallsChart } from '../dashboard/calls-chart.tsx';
import { DayChart } from '../dashboard/chart.tsx';
import { Dashboard } from '../dashboard/frame.tsx';
import { type KeyChoice, KeySelect } from '../dashboard/key-choice.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownDay } from '../writing/dates.ts';
import { duration, inFigures, share } from '../writing/figures.ts';
import { DaysTable, KeysTable, OperationsTable, OutcomesTable } from './tables.tsx';

/** A wallet and how fast it is spent. */
export interface WalletPace extends SpendingPace {
  readonly type: 'live' | 'test';
  /** Credits that can be spent. */
  readonly credit: number;
  readonly expiresAtMs: number;
}

export interface UsageProps {
  readonly visit: OwnVisit;
  readonly days: ReportDays;
  readonly key: KeyChoice;
  /** The account's keys by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly report: UsageReport;
  /** The chosen wallets; none where a single key is chosen. */
  readonly paces: readonly WalletPace[];
}

/** `/dashboard/usage` */
export function UsagePage(props: UsageProps) {
  const { visit, report, days, key, names, paces } = props;
  return (
    <Dashboard visit={visit} title="Usage" page="/dashboard/usage">
      <h1>Usage</h1>
      <Choice days={days} keyChoice={key} names={names} />
      <h2 class="apart">Summary</h2>
      <div class="usage-figures">
        <Figure name="Calls" value={inFigures(report.calls)} note={`in the last ${days} days`} />
        <Figure
          name="Successes"
          value={share(report.successes, report.calls)}
          note={`${inFigures(report.successes)} calls, ${inFigures(report.refusals)} refused`}
        />
        <Figure
          name="Median time"
          value={duration(report.p50Ms)}
          note={`95 % within ${duration(report.p95Ms)}, upload included`}
        />
        <Figure
          name="To review"
          value={share(report.reviews, report.successes)}
          note={`${inFigures(report.reviews)} answers with a high uncertainty`}
        />
        <Figure name="Credits spent" value={inFigures(report.credits)} note={`in the last ${days} days`} />
      </div>
      {paces.length > 0 ? (
        <div class="usage-figures">
          {paces.map((pace) => (
            <Pace {...pace} />
          ))}
        </div>
      ) : null}
      {report.calls === 0 ? <Nothing /> : <Details {...props} />}
      <p class="note">Days begin at midnight UTC. New calls show within seconds, and stay for 400 days.</p>
    </Dashboard>
  );
}

interface ChoiceProps extends Pick<UsageProps, 'days' | 'names'> {
  readonly keyChoice: KeyChoice;
}

function Choice({ days, keyChoice, names }: ChoiceProps) {
  return (
    <form class="row usage-choice" method="get">
      <label>
        <span class="apart">Days</span>
        <select name="days">
          {reportDays.map((each) => (
            <option value={each} selected={each === days}>
              Last {each} days
            </option>
          ))}
        </select>
      </label>
      <KeySelect choice={keyChoice} names={names} />
      <button type="submit" class="quiet">
        Show
      </button>
    </form>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <div class="card">
      <h3>{name}</h3>
      <p class="figure">{value}</p>
      <p class="note">{note}</p>
    </div>
  );
}

/** How long credits last. What expires first is said, for it goes first. */
function Pace({ type, credit, creditsPerDay, emptyAtMs, expiresAtMs }: WalletPace) {
  const perDay = creditsPerDay < 10 ? creditsPerDay.toFixed(1) : inFigures(creditsPerDay);
  const note =
    credit === 0
      ? 'Nothing is left to spend.'
      : emptyAtMs === null
        ? `Nothing was spent in the last week. Credits expire on ${shownDay(expiresAtMs)}.`
        : emptyAtMs < expiresAtMs
          ? `At ${perDay} a day they last until about ${shownDay(emptyAtMs)}.`
          : `At ${perDay} a day some will be left when they expire on ${shownDay(expiresAtMs)}.`;
  return <Figure name={`${type === 'live' ? 'Live' : 'Test'} credits left`} value={inFigures(credit)} note={note} />;
}

function Details({ report, names }: UsageProps) {
  return (
    <>
      <Charts days={report.days} />
      <details class="card">
        <summary>All days as a table</summary>
        <DaysTable days={report.days} />
      </details>
      <h2>What was called</h2>
      <OperationsTable operations={report.operations} />
      <div class="usage-pair">
        <KeysTable keys={report.keys} names={names} />
        <OutcomesTable outcomes={report.outcomes} calls={report.calls} />
      </div>
    </>
  );
}

function Charts({ days }: Pick<UsageReport, 'days'>) {
  const starts = days.map(({ startMs }) => startMs);
  return (
    <>
      <section class="card">
        <h2>Calls by day</h2>
        <CallsChart label="Successes and refusals of each day; the table below has them" days={days} />
      </section>
      <div class="usage-pair">
        <section class="card">
          <h2>Credits by day</h2>
          <DayChart
            label="Credits of each day; the table below has them"
            days={starts}
            kind="bars"
            series={[{ name: 'Credits', tone: 'accent', values: days.map(({ credits }) => credits) }]}
            write={inFigures}
          />
        </section>
        <section class="card">
          <h2>Time by day</h2>
          <DayChart
            label="Median time of each day’s successes, and the time that 95 % of them kept within; the table below has them"
            days={starts}
            kind="lines"
            series={[
              { name: 'Median', tone: 'accent', values: days.map(({ p50Ms }) => p50Ms) },
              { name: '95 % within', tone: 'grey', values: days.map(({ p95Ms }) => p95Ms) },
            ]}
            write={duration}
          />
        </section>
      </div>
    </>
  );
}

function Nothing() {
  return (
    <div class="notice">
      <p>
        <strong>Nothing was called in these days.</strong>
      </p>
      <p>
        <a href="/dashboard/keys">Create a key</a> and <a href="/docs/guide">make a call</a>, or try a photo in the{' '}
        <a href="/">playground</a>.
      </p>
    </div>
  );
}
