/** The making of a key, and the fields that its own page has as well. */
import { processingOperations, type ScopeName } from '../../../contract/operations.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { Dashboard } from './frame.tsx';

/** What a form of a key is shown with again. */
export interface KeyForm {
  readonly type: 'live' | 'test';
  readonly name: string;
  readonly limit: string;
  /** Null allows every operation. */
  readonly operations: readonly string[] | null;
  /** What is wrong, by field. */
  readonly wrong: Readonly<Record<string, string | undefined>>;
}

/** The form as it is at first. */
export const emptyKeyForm: KeyForm = { type: 'test', name: '', limit: '', operations: null, wrong: {} };

/** The making of a key. */
export function NewKeyPage({ visit, form }: { readonly visit: OwnVisit; readonly form: KeyForm }) {
  const { type, name, limit, operations, wrong } = form;
  return (
    <Dashboard visit={visit} title="Create a key" page="/dashboard/keys/new">
      <h1>Create a key</h1>
      {wrong.form ? <Notice kind="failed">{wrong.form}</Notice> : null}
      <form class="card wide-form" method="post" action="/dashboard/keys">
        <Token token={visit.token} />
        <fieldset>
          <legend>Type</legend>
          <div class="choices">
            <label class="choice">
              <input type="radio" name="type" value="test" checked={type === 'test'} />
              <span>
                <strong>Test</strong> for development. Spends test credits; pictures are the same.
              </span>
            </label>
            <label class="choice">
              <input type="radio" name="type" value="live" checked={type === 'live'} />
              <span>
                <strong>Live</strong> for production. Spends live credits.
              </span>
            </label>
          </div>
        </fieldset>
        <Field
          name="name"
          label="Name (optional)"
          value={name}
          maxlength={100}
          autocomplete="off"
          note="What it is for, as in: Shop, staging."
          wrong={wrong.name}
        />
        <ScopeFields operations={operations} wrong={wrong.operations} />
        <LimitField limit={limit} wrong={wrong.limit} />
        <div class="row">
          <button type="submit">Create key</button>
          <a href="/dashboard/keys">Cancel</a>
        </div>
      </form>
    </Dashboard>
  );
}

/** Most credits that a key is charged for. */
export function LimitField({ limit, wrong }: { readonly limit: string; readonly wrong?: string }) {
  return (
    <Field
      name="limit"
      label="Own limit (optional)"
      value={limit}
      inputmode="numeric"
      autocomplete="off"
      note="Most credits that this key may ever spend. Empty: what the wallet has."
      wrong={wrong}
    />
  );
}

interface ScopeProps {
  /** Null allows every operation. */
  readonly operations: readonly string[] | null;
  readonly wrong?: string;
}

/** What a key may be restricted to. */
const scopes = [
  ...processingOperations.map(({ name, summary }): { name: ScopeName; summary: string } => ({ name, summary })),
  { name: 'removebg' as const, summary: 'Calls of the remove.bg compatibility API' },
];

/** Which operations a key may call. */
export function ScopeFields({ operations, wrong }: ScopeProps) {
  return (
    <fieldset class="scope">
      <legend>May call</legend>
      {wrong ? <p class="note wrong">{wrong}</p> : null}
      <div class="choices">
        <label class="choice">
          <input type="radio" name="scope" value="all" checked={operations === null} />
          <span>Everything</span>
        </label>
        <label class="choice">
          <input type="radio" name="scope" value="some" checked={operations !== null} />
          <span>Only what is ticked (a restricted key)</span>
        </label>
      </div>
      <div class="choices operations">
        {scopes.map(({ name, summary }) => (
          <label class="choice">
            <input type="checkbox" name="operation" value={name} checked={operations?.includes(name) ?? false} />
            <span>
              {summary}
              <br />
              <code>{name}</code>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
