/** Incidents as operators write them: the list with a form for a new one, and the page of one. */
import type { Incident } from '../../operator/incidents.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { Sure } from './confirmation.tsx';
import { Moment, OperatorPage } from './frame.tsx';
import { type IncidentFaults, type IncidentFields, incidentLengths } from './incident-form.ts';

interface IncidentsProps {
  readonly visit: OwnVisit;
  readonly incidents: readonly Incident[];
  readonly fields: IncidentFields;
  readonly faults?: IncidentFaults;
  readonly done?: string;
}

const doneWords: Readonly<Record<string, string>> = {
  written: 'The incident is on the status page.',
  removed: 'The incident is no longer on the status page.',
};

/** The page `/operator/incidents`. */
export function IncidentsPage({ visit, incidents, fields, faults, done }: IncidentsProps) {
  return (
    <OperatorPage visit={visit} title="Incidents" page="/operator/incidents">
      <h1>Incidents</h1>
      <p class="lead">
        What everybody reads on <a href="/status">the status page</a> when something failed.
      </p>
      {done && doneWords[done] ? <Notice kind="done">{doneWords[done]}</Notice> : null}
      {incidents.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <div class="scroll" tabindex={0}>
          <table>
            <caption>Newest first; the status page shows those of the last 90 days</caption>
            <thead>
              <tr>
                <th scope="col">Title</th>
                <th scope="col">Began</th>
                <th scope="col">Ended</th>
              </tr>
            </thead>
            <tbody>
              {incidents.map(({ id, title, beganAtMs, endedAtMs }) => (
                <tr>
                  <th scope="row">
                    <a href={`/operator/incidents/${id}`}>{title}</a>
                  </th>
                  <td>
                    <Moment ms={beganAtMs} />
                  </td>
                  <td>{endedAtMs === null ? 'not over yet' : <Moment ms={endedAtMs} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h2>Write a new one</h2>
      <IncidentForm
        visit={visit}
        action="/operator/incidents"
        fields={fields}
        faults={faults}
        button="Publish the incident"
      />
    </OperatorPage>
  );
}

interface IncidentProps {
  readonly visit: OwnVisit;
  readonly incident: Incident;
  readonly fields: IncidentFields;
  readonly faults?: IncidentFaults;
  readonly wrong?: string;
}

/** The page of one incident, to change or remove it. */
export function IncidentPage({ visit, incident, fields, faults, wrong }: IncidentProps) {
  const path = `/operator/incidents/${incident.id}`;
  return (
    <OperatorPage visit={visit} title={incident.title} page="/operator/incidents/:id">
      <h1>{incident.title}</h1>
      {wrong ? <Notice kind="failed">{wrong}</Notice> : null}
      <IncidentForm visit={visit} action={path} fields={fields} faults={faults} button="Save" />
      <h2>Remove</h2>
      <form class="form" method="post" action={`${path}/remove`}>
        <Token token={visit.token} />
        <p>Nobody sees it any more. It stays in the audit log.</p>
        <Sure />
        <button type="submit" class="danger">
          Remove the incident
        </button>
      </form>
    </OperatorPage>
  );
}

interface IncidentFormProps {
  readonly visit: OwnVisit;
  readonly action: string;
  readonly fields: IncidentFields;
  readonly faults?: IncidentFaults;
  readonly button: string;
}

function IncidentForm({ visit, action, fields, faults = {}, button }: IncidentFormProps) {
  return (
    <form class="form" method="post" action={action}>
      <Token token={visit.token} />
      <Field
        name="title"
        label="Title"
        value={fields.title}
        maxlength={incidentLengths.title}
        required
        wrong={faults.title}
      />
      <div class="field">
        <label for="text">What happened</label>
        <textarea
          id="text"
          name="text"
          rows={6}
          maxlength={incidentLengths.text}
          required
          aria-describedby={faults.text ? 'text-note text-wrong' : 'text-note'}
          aria-invalid={faults.text ? 'true' : undefined}
        >
          {fields.text}
        </textarea>
        {faults.text ? (
          <p class="note wrong" id="text-wrong">
            {faults.text}
          </p>
        ) : null}
        <p class="note" id="text-note">
          An empty line begins a new paragraph.
        </p>
      </div>
      <Field
        name="began"
        label="Began (UTC)"
        type="datetime-local"
        value={fields.began}
        required
        wrong={faults.began}
      />
      <Field
        name="ended"
        label="Ended (UTC)"
        type="datetime-local"
        value={fields.ended}
        wrong={faults.ended}
        note="Empty while it lasts. A moment to come is shown as the expected end."
      />
      <button type="submit">{button}</button>
    </form>
  );
}
