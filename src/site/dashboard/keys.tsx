/** The API Keys section: all keys of an account, the making of one, and the secret that is shown once. */
import type { OwnKey } from '../../accounts/own-keys.ts';
import { codeSamples } from '../../contract/openapi/samples.ts';
import { processingOperations, type ScopeName } from '../../contract/operations.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import { shownDay, shownMinute } from '../dates.ts';
import type { OwnVisit } from '../visit.tsx';
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

interface KeysProps {
  readonly visit: OwnVisit;
  readonly keys: readonly OwnKey[];
  /** Unix milliseconds by id. */
  readonly lastUse: ReadonlyMap<string, number>;
  /** What was just done. */
  readonly done?: string;
}

/** All keys. */
export function KeysPage({ visit, keys, lastUse, done }: KeysProps) {
  const live = keys.filter(({ state }) => !state.revoked);
  const ended = keys.filter(({ state }) => state.revoked);
  return (
    <Dashboard visit={visit} title="API keys" page="/dashboard/keys">
      <div class="headline">
        <h1>API keys</h1>
        <a class="button" href="/dashboard/keys/new">
          Create key
        </a>
      </div>
      {done ? <Notice kind="done">{done}</Notice> : null}
      {live.length === 0 ? (
        <div class="card empty">
          <h2>No key yet</h2>
          <p>
            Your programs send a key with each call. Start with a test key: it works like a live one and spends test
            credits.
          </p>
        </div>
      ) : (
        <KeyTable keys={live} lastUse={lastUse} caption="Keys that work" />
      )}
      {ended.length > 0 ? (
        <details class="ended">
          <summary>Ended keys ({ended.length})</summary>
          <KeyTable keys={ended} lastUse={lastUse} caption="Keys that have ended" />
        </details>
      ) : null}
    </Dashboard>
  );
}

function KeyTable({ keys, lastUse, caption }: Pick<KeysProps, 'keys' | 'lastUse'> & { readonly caption: string }) {
  return (
    <div class="scroll">
      <table class="stacked">
        <caption class="apart">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Key</th>
            <th scope="col">May call</th>
            <th scope="col" class="number">
              Charged
            </th>
            <th scope="col">Last use</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ record, state }) => {
            const usedAtMs = lastUse.get(record.id);
            return (
              <tr>
                <th scope="row">
                  <a href={`/dashboard/keys/${record.id}`}>{shownName(record)}</a>
                  <Ending endsAtMs={state.endsAtMs} hasEnded={state.revoked} />
                </th>
                <td data-label="Type">
                  <span class="badges">
                    <Badge type={record.type} />
                    {state.operations ? <span class="badge">Restricted</span> : null}
                  </span>
                </td>
                <td data-label="Key" class="mono hint">
                  …{record.hint}
                </td>
                <td data-label="May call">{shownScope(state.operations)}</td>
                <td data-label="Charged" class="number">
                  {state.charged.toLocaleString('en-US')}
                  {state.limit === null ? '' : ` of ${state.limit.toLocaleString('en-US')}`}
                </td>
                <td data-label="Last use">{usedAtMs === undefined ? 'never' : shownMinute(usedAtMs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Ending({ endsAtMs, hasEnded }: { readonly endsAtMs: number | null; readonly hasEnded: boolean }) {
  if (endsAtMs === null) return null;
  return <span class="note"> {hasEnded ? `ended ${shownDay(endsAtMs)}` : `ends ${shownMinute(endsAtMs)}`}</span>;
}

/** Live or test, as a mark. */
export function Badge({ type }: { readonly type: 'live' | 'test' }) {
  return <span class={`badge ${type}`}>{type === 'live' ? 'Live' : 'Test'}</span>;
}

/** A key as people call it. */
export function shownName({ label, hint }: { readonly label: string | null; readonly hint: string }): string {
  return label ?? `Key …${hint}`;
}

/** What a key may do, in few words. */
function shownScope(operations: readonly string[] | null): string {
  if (operations === null) return 'everything';
  return operations.length === 1 ? operations[0] : `${operations.length} operations`;
}

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

interface SecretProps {
  readonly visit: OwnVisit;
  readonly secret: string;
  readonly name: string;
  /** Null allows every operation. */
  readonly operations: readonly ScopeName[] | null;
  /** What became of the key that this one takes the place of. */
  readonly instead?: string;
}

const languages = { Shell: 'curl', JavaScript: 'TypeScript', Python: 'Python' } as const;

interface CopiedProps {
  readonly id: string;
  readonly text: string;
  readonly label: string;
  /** Whether its lines stay lines. */
  readonly isCode?: boolean;
}

/** A text with a button that copies it, where scripts run. */
export function Copied({ id, text, label, isCode = false }: CopiedProps) {
  return (
    <div class="copied">
      <button type="button" class="quiet small" data-copy={id} hidden>
        {label}
      </button>
      <pre id={id} class={isCode ? 'code' : undefined} tabindex={isCode ? 0 : undefined}>
        {text}
      </pre>
    </div>
  );
}

/** The one time that a key is shown, with calls that work. */
export function SecretPage({ visit, secret, name, operations, instead }: SecretProps) {
  const [first] = processingOperations;
  const operation = processingOperations.find(({ name }) => name === operations?.[0]) ?? first;
  const samples = codeSamples(operation, `${visit.setup.origin}${operation.path}`);
  const order = ['Shell', 'JavaScript', 'Python'] as const;
  return (
    <Dashboard visit={visit} title="Your new key" page="/dashboard/keys/created">
      <h1>Your new key</h1>
      {instead ? <Notice kind="plain">{instead}</Notice> : null}
      <div class="notice done">
        <p>
          <strong>{name}</strong> is ready. Copy it now: it is shown this once, and nobody can read it again.
        </p>
        <Copied id="secret" text={secret} label="Copy key" />
      </div>
      <h2>Try it</h2>
      <p>
        Each reads the key from <code>EDGEMATTE_KEY</code>, and <code>{operation.photo}</code> from the folder that it
        runs in.
      </p>
      <h3>First</h3>
      <Copied id="variable" text={`export EDGEMATTE_KEY=${secret}`} label="Copy" />
      {order.flatMap((language) => {
        const sample = samples.find(({ lang }) => lang === language);
        return sample
          ? [<h3>{languages[language]}</h3>, <Copied id={language} text={sample.source} label="Copy" isCode />]
          : [];
      })}
      <p>
        <a class="button quiet" href="/dashboard/keys">
          I have copied it
        </a>
      </p>
    </Dashboard>
  );
}
