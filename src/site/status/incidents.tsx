/** What operators say of failures, for everybody. */
import { shownMinute } from '../dates.ts';

export interface ShownIncident {
  readonly title: string;
  readonly text: string;
  readonly beganAtMs: number;
  /** Null while it lasts. */
  readonly endedAtMs: number | null;
}

/** Incidents, the newest first. */
export function Incidents({ incidents }: { readonly incidents: readonly ShownIncident[] }) {
  return (
    <>
      <h2>Incidents</h2>
      {incidents.length === 0 ? <p>None in the last 90 days.</p> : null}
      {incidents.map(({ title, text, beganAtMs, endedAtMs }) => (
        <article class="incident">
          <h3>{title}</h3>
          <p class="note">
            <Time ms={beganAtMs} />
            {endedAtMs === null ? ', not over yet' : ' to '}
            {endedAtMs === null ? null : <Time ms={endedAtMs} />}
          </p>
          {text.split(/\n\s*\n/).map((paragraph) => (
            <p>{paragraph}</p>
          ))}
        </article>
      ))}
    </>
  );
}

function Time({ ms }: { readonly ms: number }) {
  return <time datetime={new Date(ms).toISOString()}>{shownMinute(ms)}</time>;
}
