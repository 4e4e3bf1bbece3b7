/** Whether the service works now, and how it did in the last 90 days, in words and bars. */
import type { PartName, ServiceHealth, StatusDay } from '../../../contract/service-state.ts';
import { Page, type Visitor } from '../layout/layout.tsx';
import { surroundingsOf } from '../map/page-lists.ts';
import { Bars, BarsLegend, type Unit } from './bars.tsx';
import { callTally, sumOf, type Tally, tallyOf } from './day.ts';
import { DayTable } from './day-table.tsx';
import { EarlierIncidents, isOpen, OpenIncidents, type ShownIncident } from './incidents.tsx';

/** What is known of the last 90 days. */
interface StatusHistory {
  /** The oldest first, today last. */
  readonly days: readonly StatusDay[];
  readonly incidents: readonly ShownIncident[];
}

interface StatusProps {
  readonly health: ServiceHealth;
  /** When the parts were asked; what is known of API and directory may be a minute older. */
  readonly at: Date;
  /** Null where the directory does not answer. */
  readonly history: StatusHistory | null;
  /** Whether the service calls its own operations. */
  readonly callsItself: boolean;
  readonly visitor: Visitor | null;
}

const verdicts = {
  ready: ['done', 'Everything works.'],
  degraded: ['', 'Most pictures are worked on. Large ones, and AVIF, HEIC, TIFF, BMP and GIF, may be refused.'],
  unavailable: ['failed', 'Pictures cannot be worked on now. Calls are answered 503 and cost nothing.'],
} as const;

const butIncident = ['', 'Every part answers, but an incident is not over yet.'] as const;

/** Name of each part, and what it does. */
const parts: readonly (readonly [PartName, name: string, what: string])[] = [
  ['ledger', 'API', 'Takes calls, keeps credits and rates'],
  ['directory', 'Directory', 'Finds accounts and keys'],
  ['inference', 'Networks', 'Find the subject in a photo'],
  ['image_lane', 'Large pictures and other formats', 'Worked on beside the networks'],
];

/** The page `/status`. */
export function statusPage({ health, at, history, callsItself, visitor }: StatusProps) {
  const { styles } = surroundingsOf('status', '/status');
  const description = 'Whether the service works now, and how it did in the last 90 days.';
  const incidents = history?.incidents ?? [];
  const nowMs = at.getTime();
  const isIncident = incidents.some((incident) => isOpen(incident, nowMs));
  const [kind, text] = health.status === 'ready' && isIncident ? butIncident : verdicts[health.status];
  return (
    <Page title="Status" description={description} visitor={visitor} styles={styles}>
      <h1>Status</h1>
      <div class={`notice ${kind}`} role="status">
        <p>{text}</p>
      </div>
      <OpenIncidents incidents={incidents} nowMs={nowMs} />
      <h2>Parts</h2>
      <ul class="card parts">
        {parts.map(([part, name, what]) => (
          <Part
            name={name}
            what={what}
            state={health[part] === 'ready' ? 'works' : 'does not answer'}
            isWell={health[part] === 'ready'}
            tallies={history && talliesOf(history.days, (day) => tallyOf(part, day))}
            unit="minute"
          />
        ))}
        <Part
          name="Test calls"
          what="Each operation in turn, one every five minutes"
          state={callsItself ? 'measured' : 'not measured'}
          isWell
          tallies={history && callsItself ? talliesOf(history.days, callTally) : null}
          unit="call"
        />
      </ul>
      {history ? <BarsLegend /> : <p class="note">How the last 90 days went cannot be read now.</p>}
      {history ? <DayTable days={history.days} /> : null}
      {history ? <EarlierIncidents incidents={incidents} nowMs={nowMs} /> : null}
      <p class="note">
        As of <time datetime={at.toISOString()}>{at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>. API and
        directory are asked once a minute, the other parts just for this page. The same for programs:{' '}
        <a href="/healthz">healthz</a> and <a href="/status.json">status.json</a>.
      </p>
    </Page>
  );
}

interface PartProps {
  readonly name: string;
  readonly what: string;
  readonly state: string;
  readonly isWell: boolean;
  /** By day; null where nothing is known of them. */
  readonly tallies: readonly DayTally[] | null;
  readonly unit: Unit;
}

type DayTally = readonly [startMs: number, pendingCounts: Tally];

function talliesOf(days: readonly StatusDay[], of: (day: StatusDay) => Tally): DayTally[] {
  return days.map((day) => [day.startMs, of(day)]);
}

function Part({ name, what, state, isWell, tallies, unit }: PartProps) {
  return (
    <li>
      <div class="part-head">
        <h3>{name}</h3>
        <p class={isWell ? 'part-state' : 'part-state wrong'}>{state}</p>
      </div>
      <p class="note">{what}</p>
      {tallies ? <Bars name={name} tallies={tallies} all={sumOf(tallies.map(([, each]) => each))} unit={unit} /> : null}
    </li>
  );
}
