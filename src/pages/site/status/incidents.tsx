/** What operators say of failures, for everybody. */
import { shownMinute } from '../writing/dates.ts';

export interface ShownIncident {
  readonly title: string;
  readonly text: string;
  readonly beganAtMs: number;
  /** Later than now where an end is expected; null while none is known. */
  readonly endedAtMs: number | null;
}

interface IncidentsProps {
  readonly incidents: readonly ShownIncident[];
  readonly nowMs: number;
}

/** Whether an incident is not over. */
export function isOpen({ endedAtMs }: ShownIncident, nowMs: number): boolean {
  return endedAtMs === null || endedAtMs > nowMs;
}

/** Those that are not over, above everything else; nothing where there are none. */
export function OpenIncidents({ incidents, nowMs }: IncidentsProps) {
  const open = incidents.filter((incident) => isOpen(incident, nowMs));
  return open.map((incident) => <Incident incident={incident} lasts />);
}

/** Those that are over, the newest first. */
export function EarlierIncidents({ incidents, nowMs }: IncidentsProps) {
  const earlier = incidents.filter((incident) => !isOpen(incident, nowMs));
  return (
    <>
      <h2>Earlier incidents</h2>
      {earlier.length === 0 ? (
        <p>None in the last 90 days.</p>
      ) : (
        earlier.map((incident) => <Incident incident={incident} lasts={false} />)
      )}
    </>
  );
}

function Incident({ incident, lasts }: { readonly incident: ShownIncident; readonly lasts: boolean }) {
  const { title, text, beganAtMs, endedAtMs } = incident;
  const [Title, kind] = lasts ? ['h2' as const, 'card incident'] : ['h3' as const, 'incident'];
  return (
    <article class={kind}>
      <Title>{title}</Title>
      <p class="note">
        {lasts ? 'Since ' : ''}
        <Time ms={beganAtMs} />
        {endedAtMs === null ? ', not over yet' : lasts ? ', expected to end on ' : ' to '}
        {endedAtMs === null ? null : <Time ms={endedAtMs} />}
      </p>
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p>{paragraph}</p>
      ))}
    </article>
  );
}

function Time({ ms }: { readonly ms: number }) {
  return <time datetime={new Date(ms).toISOString()}>{shownMinute(ms)}</time>;
}
