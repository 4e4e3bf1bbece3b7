/** What operators say of failures, for everybody. */
import { shownMinute } from '../dates.ts';

export interface ShownIncident {
  readonly title: string;
  readonly text: string;
  readonly beganAtMs: number;
  /** Null while it lasts. */
  readonly endedAtMs: number | null;
}

/** Those that are not over, above everything else; nothing where there are none. */
export function OpenIncidents({ incidents }: { readonly incidents: readonly ShownIncident[] }) {
  const open = incidents.filter(({ endedAtMs }) => endedAtMs === null);
  return open.map((incident) => <Incident {...incident} />);
}

/** Those that are over, the newest first. */
export function EarlierIncidents({ incidents }: { readonly incidents: readonly ShownIncident[] }) {
  const earlier = incidents.filter(({ endedAtMs }) => endedAtMs !== null);
  return (
    <>
      <h2>Earlier incidents</h2>
      {earlier.length === 0 ? <p>None in the last 90 days.</p> : earlier.map((incident) => <Incident {...incident} />)}
    </>
  );
}

function Incident({ title, text, beganAtMs, endedAtMs }: ShownIncident) {
  const [Title, kind] = endedAtMs === null ? ['h2' as const, 'card incident'] : ['h3' as const, 'incident'];
  return (
    <article class={kind}>
      <Title>{title}</Title>
      <p class="note">
        {endedAtMs === null ? 'Since ' : ''}
        <Time ms={beganAtMs} />
        {endedAtMs === null ? ', not over yet' : ' to '}
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
