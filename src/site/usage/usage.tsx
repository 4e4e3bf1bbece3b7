/** The page of usage: figures, charts, and the tables that the charts are drawn from. */
import type { SpendingPace } from '../../usage/projection.ts';
import { type ReportDays, reportDays, type UsageReport } from '../../usage/report.ts';
import { Dashboard } from '../dashboard/frame.tsx';
import { shownDay } from '../dates.ts';
import type { OwnVisit } from '../visit.tsx';
import { DaysTable, KeysTable, OperationsTable, OutcomesTable } from './tables.tsx';
import { duration, inFigures, share } from './words.ts';

/** Which wallets a report is of. */
export const walletChoices = ['all', 'live', 'test'] as const;
export type WalletChoice = (typeof walletChoices)[number];

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
  readonly wallet: WalletChoice;
  readonly report: UsageReport;
  /** The chosen wallets. */
  readonly paces: readonly WalletPace[];
  /** How the account calls a key. */
  readonly nameOf: (keyId: string) => string;
}

const walletNames = { all: 'Both wallets', live: 'Live wallet', test: 'Test wallet' } as const;

/** `/dashboard/usage` */
export function UsagePage(props: UsageProps) {
  const { visit, report, days, wallet, paces } = props;
  return (
    <Dashboard visit={visit} title="Usage" page="/dashboard/usage">
      <h1>Usage</h1>
      <Choice days={days} wallet={wallet} />
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
        {paces.map((pace) => (
          <Pace {...pace} />
        ))}
      </div>
      {report.calls === 0 ? <Nothing /> : <Details {...props} />}
      <p class="note">Days begin at midnight UTC. New calls show within seconds, and stay for 400 days.</p>
    </Dashboard>
  );
}

function Choice({ days, wallet }: Pick<UsageProps, 'days' | 'wallet'>) {
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
      <label>
        <span class="apart">Wallet</span>
        <select name="wallet">
          {walletChoices.map((each) => (
            <option value={each} selected={each === wallet}>
              {walletNames[each]}
            </option>
          ))}
        </select>
      </label>
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

function Details({ report, nameOf }: UsageProps) {
  return (
    <>
      <Chart title="Calls by day" of="calls" says="Successes and refusals of each day, as in the table below" />
      <div class="usage-pair">
        <Chart title="Credits by day" of="credits" says="Credits of each day, as in the table below" />
        <Chart
          title="Time by day"
          of="latency"
          says="Median time of successes of each day, and the time that 95 % of them kept within, as in the table below"
        />
      </div>
      <details class="card">
        <summary>All days as a table</summary>
        <DaysTable days={report.days} />
      </details>
      <h2>What was called</h2>
      <OperationsTable operations={report.operations} />
      <div class="usage-pair">
        <KeysTable keys={report.keys} nameOf={nameOf} />
        <OutcomesTable outcomes={report.outcomes} calls={report.calls} />
      </div>
    </>
  );
}

/** A place that the script draws in, and shows then. */
function Chart({ title, of, says }: { readonly title: string; readonly of: string; readonly says: string }) {
  return (
    <section class="card usage-chart" data-chart={of} hidden>
      <h2>{title}</h2>
      <div class="usage-drawing" role="img" aria-label={says} />
    </section>
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
