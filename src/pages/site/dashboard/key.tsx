/** One key: what it is, and the forms that change it. */
import type { OwnKey } from '../../accounts/own-keys.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownCredits, shownMinute } from '../writing/dates.ts';
import { Dashboard } from './frame.tsx';
import { Badge, DailyCalls, shownName, sparkDays } from './keys.tsx';
import { LimitField, ScopeFields } from './new-key.tsx';

interface KeyProps {
  readonly visit: OwnVisit;
  readonly own: OwnKey;
  /** Unix milliseconds; null where it was never used. */
  readonly usedAtMs: number | null;
  /** Of each of the last days, the oldest first; undefined where there were none. */
  readonly calls: readonly number[] | undefined;
  /** Id of the key that took its place; null where none did. */
  readonly successor: string | null;
  /** What was just done. */
  readonly done?: string;
  /** What is wrong, by field. */
  readonly wrong?: Readonly<Record<string, string | undefined>>;
}

/** One key. */
export function KeyPage({ visit, own, usedAtMs, calls, successor, done, wrong = {} }: KeyProps) {
  const { record, state } = own;
  const failure = Object.values(wrong).find(Boolean);
  return (
    <Dashboard visit={visit} title={shownName(record)} page="/dashboard/keys/:id">
      <p class="back">
        <a href="/dashboard/keys">All keys</a>
      </p>
      <h1>{shownName(record)}</h1>
      {done ? <Notice kind="done">{done}</Notice> : null}
      {failure ? <Notice kind="failed">{failure}</Notice> : null}
      <Facts own={own} usedAtMs={usedAtMs} calls={calls} />
      <p class="row">
        <a class="button quiet small" href={`/dashboard/usage?key=${record.id}`}>
          Usage
        </a>
        <a class="button quiet small" href={`/dashboard/requests?key=${record.id}`}>
          Requests
        </a>
      </p>
      {successor === null ? null : (
        <p class="note">
          <a href={`/dashboard/keys/${successor}`}>A newer key</a> replaced it.
        </p>
      )}
      {state.revoked ? (
        <p class="note">A key that has ended cannot be used again. Create a new one.</p>
      ) : (
        <Changes visit={visit} own={own} successor={successor} wrong={wrong} />
      )}
    </Dashboard>
  );
}

function Facts({ own: { record, state }, usedAtMs, calls }: Pick<KeyProps, 'own' | 'usedAtMs' | 'calls'>) {
  return (
    <dl class="facts">
      <div>
        <dt>Type</dt>
        <dd class="badges">
          <Badge type={record.type} />
          {state.operations ? <span class="badge">Restricted</span> : null}
        </dd>
      </div>
      <div>
        <dt>Key</dt>
        <dd class="mono">
          {record.type}_…{record.hint}
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>{shownMinute(record.createdAtMs)}</dd>
      </div>
      <div>
        <dt>Last use</dt>
        <dd>{usedAtMs === null ? 'never' : shownMinute(usedAtMs)}</dd>
      </div>
      <div>
        <dt>Calls in {sparkDays} days</dt>
        <dd>
          <DailyCalls calls={calls} />
        </dd>
      </div>
      <div>
        <dt>Charged</dt>
        <dd>{shownCredits(state.charged)}</dd>
      </div>
      <div>
        <dt>Rate</dt>
        <dd>{state.ratePerMinute} calls in any 60 seconds</dd>
      </div>
      <div>
        <dt>{state.revoked ? 'Ended' : 'Ends'}</dt>
        <dd>{state.endsAtMs === null ? 'never' : shownMinute(state.endsAtMs)}</dd>
      </div>
    </dl>
  );
}

function Changes({ visit, own, successor, wrong }: Required<Pick<KeyProps, 'visit' | 'own' | 'successor' | 'wrong'>>) {
  const { record, state } = own;
  const path = `/dashboard/keys/${record.id}`;
  const limit = state.limit === null ? '' : String(state.limit);
  return (
    <div class="panels">
      <form class="card" method="post" action={`${path}/name`}>
        <h2>Name</h2>
        <Token token={visit.token} />
        <Field
          name="name"
          label="Name"
          value={record.label ?? ''}
          maxlength={100}
          autocomplete="off"
          wrong={wrong.name}
        />
        <button class="quiet" type="submit">
          Rename
        </button>
      </form>
      <form class="card" method="post" action={`${path}/limit`}>
        <h2>Limit</h2>
        <Token token={visit.token} />
        <LimitField limit={limit} wrong={wrong.limit} />
        <button class="quiet" type="submit">
          Set limit
        </button>
      </form>
      <form class="card" method="post" action={`${path}/scope`}>
        <h2>Restrict</h2>
        <Token token={visit.token} />
        <ScopeFields operations={state.operations} wrong={wrong.operations} />
        <button class="quiet" type="submit">
          Set operations
        </button>
      </form>
      <div class="card">
        {successor === null ? <RotateForm visit={visit} path={path} wrong={wrong.days} /> : null}
        <form class="apart-form" method="post" action={`${path}/revoke`}>
          <h2>Revoke</h2>
          <Token token={visit.token} />
          <p>The key ends at once and for good. Calls with it are answered 401.</p>
          <label class="choice">
            <input type="checkbox" name="sure" value="yes" required />
            <span>I am sure</span>
          </label>
          <button class="danger" type="submit">
            Revoke key
          </button>
        </form>
      </div>
    </div>
  );
}

interface RotateProps {
  readonly visit: OwnVisit;
  /** Of the key's page. */
  readonly path: string;
  readonly wrong: string | undefined;
}

function RotateForm({ visit, path, wrong }: RotateProps) {
  return (
    <form method="post" action={`${path}/rotate`}>
      <h2>Rotate</h2>
      <Token token={visit.token} />
      <p>A new key takes the place of this one, with the same name, operations and rate.</p>
      <Field
        name="days"
        label="Days that this one keeps working"
        type="number"
        value="7"
        min={0}
        max={30}
        required
        note="0 to 30. With 0 it ends at once."
        wrong={wrong}
      />
      <button class="quiet" type="submit">
        Rotate key
      </button>
    </form>
  );
}
