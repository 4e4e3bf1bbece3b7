/** All keys of an account: what each may do, how much it calls, and when it last did. */
import type { OwnKey } from '../../accounts/own-keys.ts';
import { Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownDay, shownMinute } from '../writing/dates.ts';
import { inFigures } from '../writing/figures.ts';
import { SparkLine } from './chart.tsx';
import { Dashboard } from './frame.tsx';

export interface KeysProps {
  readonly visit: OwnVisit;
  readonly keys: readonly OwnKey[];
  /** Unix milliseconds by id. */
  readonly lastUse: ReadonlyMap<string, number>;
  /** Calls of each of the last days by id, the oldest first; keys without calls are left out. */
  readonly calls: ReadonlyMap<string, readonly number[]>;
  /** What names or endings are looked for; empty for all keys. */
  readonly sought: string;
  /** What was just done. */
  readonly done?: string;
}

/** Characters of what is looked for: those of a name. */
export const maxSought = 100;
/** With fewer keys there is nothing to look for. */
const leastToSearch = 2;

/** All keys, or those that were looked for. */
export function KeysPage({ visit, keys, sought, done, ...use }: KeysProps) {
  const found = keys.filter(({ record }) => isSought(record, sought));
  const live = found.filter(({ state }) => !state.revoked);
  const ended = found.filter(({ state }) => state.revoked);
  return (
    <Dashboard visit={visit} title="API keys" page="/dashboard/keys">
      <div class="headline">
        <h1>API keys</h1>
        <a class="button" href="/dashboard/keys/new">
          Create key
        </a>
      </div>
      {done ? <Notice kind="done">{done}</Notice> : null}
      {keys.length >= leastToSearch ? <Search visit={visit} sought={sought} /> : null}
      {live.length > 0 ? (
        <KeyTable keys={live} caption="Keys that work" {...use} />
      ) : sought === '' ? (
        <div class="card empty">
          <h2>No key yet</h2>
          <p>
            Your programs send a key with each call. Start with a test key: it works like a live one and spends test
            credits.
          </p>
        </div>
      ) : ended.length === 0 ? (
        <p class="notice">No key is called so.</p>
      ) : null}
      {ended.length > 0 ? (
        <details class="ended" open={sought !== ''}>
          <summary>Ended keys ({ended.length})</summary>
          <KeyTable keys={ended} caption="Keys that have ended" {...use} />
        </details>
      ) : null}
    </Dashboard>
  );
}

/** Comes by POST, for somebody may paste a whole key, which is not to be in an address. */
function Search({ visit, sought }: Pick<KeysProps, 'visit' | 'sought'>) {
  return (
    <form class="row key-search" method="post" action="/dashboard/keys/search">
      <Token token={visit.token} />
      <label>
        <span class="apart">Name, or a whole key</span>
        <input name="q" value={sought} placeholder="Name, or a whole key" maxlength={maxSought} autocomplete="off" />
      </label>
      <button type="submit" class="quiet">
        Find
      </button>
      {sought === '' ? null : <a href="/dashboard/keys">All keys</a>}
    </form>
  );
}

/** Whether it is called so, or ends so. */
function isSought(record: OwnKey['record'], sought: string): boolean {
  return shownName(record).toLowerCase().includes(sought.toLowerCase()) || record.hint.endsWith(sought);
}

function KeyTable({
  keys,
  lastUse,
  calls,
  caption,
}: Pick<KeysProps, 'keys' | 'lastUse' | 'calls'> & { readonly caption: string }) {
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
            <th scope="col">Calls in {sparkDays} days</th>
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
                <td data-label={`Calls in ${sparkDays} days`}>
                  <DailyCalls calls={calls.get(record.id)} />
                </td>
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

/** Days of the small line. */
export const sparkDays = 30;

/** The calls of a key as a line and their sum; a dash where there were none. */
export function DailyCalls({ calls }: { readonly calls: readonly number[] | undefined }) {
  if (!calls) return <>–</>;
  const sum = inFigures(calls.reduce((all, each) => all + each, 0));
  const most = inFigures(Math.max(...calls));
  return (
    <span class="daily-calls">
      <SparkLine label={`At most ${most} on a day`} values={calls} />
      {sum}
    </span>
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
