/** The page of requests: what to look for, and a row for each call. */
import { formatExpiry } from '../../../contract/dates.ts';
import { type LoggedRequest, maxRequests } from '../../../money/request-log/request.ts';
import { Answer } from '../dashboard/answer.tsx';
import { Dashboard } from '../dashboard/frame.tsx';
import { KeySelect } from '../dashboard/key-choice.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { outcomes, queryOf, type RequestChoice } from './choice.ts';
import { shownMegapixels } from './file.ts';

export interface RequestsProps {
  readonly visit: OwnVisit;
  /** The id that was looked for; null where none was. */
  readonly id: string | null;
  readonly choice: RequestChoice;
  /** The account's keys by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly requests: readonly LoggedRequest[];
  /** Path of the page after this one; null where there is none. */
  readonly older: string | null;
}

/** `/dashboard/requests` */
export function RequestsPage(props: RequestsProps) {
  const { visit, id, choice, names, requests, older } = props;
  const days = visit.setup.requestLogDays;
  return (
    <Dashboard visit={visit} title="Requests" page="/dashboard/requests">
      <div class="headline">
        <h1>Requests</h1>
        {days > 0 ? (
          <a class="button quiet small" href={`/dashboard/requests.csv${queryOf(choice)}`} download>
            CSV
          </a>
        ) : null}
      </div>
      {days === 0 ? (
        <p class="notice">This service keeps no log of requests.</p>
      ) : (
        <>
          <p class="note">
            Each call of the last {days === 1 ? 'day' : `${days} days`}, at most {maxRequests.toLocaleString('en-US')}{' '}
            of a wallet. No pictures, file names or addresses are kept; of options only the names. Charges are under{' '}
            <a href="/dashboard/credits">Credits</a>.
          </p>
          <Forms id={id} choice={choice} names={names} />
          {requests.length === 0 ? <None id={id} choice={choice} /> : <Requests {...props} />}
          <div class="row">
            {id !== null || choice.before ? (
              <a class="button quiet" href={`/dashboard/requests${queryOf(choice)}`}>
                Newest
              </a>
            ) : null}
            {older ? (
              <a class="button quiet" href={older}>
                Older
              </a>
            ) : null}
          </div>
        </>
      )}
    </Dashboard>
  );
}

function Forms({ id, choice, names }: Pick<RequestsProps, 'id' | 'choice' | 'names'>) {
  return (
    <div class="request-forms">
      <form class="row" method="get">
        <KeySelect choice={choice.key} names={names} />
        <label>
          <span class="apart">Answers</span>
          <select name="status">
            {(['all', 2, 4, 5] as const).map((value) => (
              <option value={value} selected={String(value) === choice.status}>
                {outcomes[value]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="quiet">
          Show
        </button>
      </form>
      <form class="row" method="get">
        <label class="request-id">
          <span class="apart">Request id</span>
          <input
            name="id"
            value={id ?? ''}
            placeholder="X-Request-Id of an answer"
            maxlength={64}
            autocomplete="off"
            spellcheck={false}
            required
          />
        </label>
        <button type="submit" class="quiet">
          Find
        </button>
      </form>
    </div>
  );
}

function None({ id, choice: { key, status, before } }: Pick<RequestsProps, 'id' | 'choice'>) {
  if (id !== null) {
    return (
      <div class="notice">
        <p>
          <strong>No call has this id.</strong> New calls show within seconds. Of calls of one minute that were answered
          429 the first one’s id is kept.
        </p>
      </div>
    );
  }
  if (before || key !== 'all' || status !== 'all') return <p class="notice">There are no such calls.</p>;
  return (
    <div class="notice">
      <p>
        <strong>No calls yet.</strong> <a href="/dashboard/keys">Create a key</a> and{' '}
        <a href="/docs/guide">make a call</a>, or try a photo in the <a href="/">playground</a>.
      </p>
    </div>
  );
}

function Requests({ requests, names }: Pick<RequestsProps, 'requests' | 'names'>) {
  return (
    // A box that scrolls is reached by the keyboard.
    <section class="scroll" tabindex={0} aria-label="Requests, newest first">
      <table class="stacked requests">
        <caption class="apart">Requests, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">Request</th>
            <th scope="col">Answer</th>
            <th scope="col">Key</th>
            <th scope="col" class="number">
              Took
            </th>
            <th scope="col" class="number">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <Request request={request} keyName={names.get(request.keyId) ?? request.keyId} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Request({ request, keyName }: { readonly request: LoggedRequest; readonly keyName: string }) {
  const { requestId, operation, options, milliseconds, pixels, credits } = request;
  const [day, time] = formatExpiry(request.atMs).split(' ');
  return (
    <tr>
      <th scope="row">
        <span>{day}</span> <span>{time}</span>
      </th>
      <td data-label="Request">
        <div class="names">
          <strong>{operation}</strong>
          {options.length > 0 ? <span class="note">{options.join(', ')}</span> : null}
          <code>{requestId}</code>
        </div>
      </td>
      <td data-label="Answer">
        <Answer request={request} />
      </td>
      <td data-label="Key">{keyName}</td>
      <td data-label="Took" class="number">
        <div>
          {milliseconds.toLocaleString('en-US')} ms
          {pixels === null ? null : <span class="note">{shownMegapixels(pixels)} megapixels</span>}
        </div>
      </td>
      <td data-label="Credits" class="number">
        {credits}
      </td>
    </tr>
  );
}
