/** One account as an operator sees it, and what can be done to it. */
import type { Entry, KeyState } from '../../../contract/account.ts';
import type { ListedPurchase } from '../../../money/billing/purchases.ts';
import type { KeyRecord } from '../../../money/keys/directory.ts';
import type { LoggedRequest } from '../../../money/request-log/request.ts';
import type { FoundAccount, SeenWallet } from '../../operator/accounts.ts';
import type { NotedAct } from '../../operator/audit-log.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownCredits } from '../writing/dates.ts';
import { stateOf } from './account-list.tsx';
import { Acts } from './audit-log.tsx';
import { Sure } from './confirmation.tsx';
import { Moment, OperatorPage } from './frame.tsx';
import { Purchases } from './purchases.tsx';
import { Requests } from './requests.tsx';

/** Characters of a request id, at most. */
export const maxRequestId = 64;

interface AccountProps {
  readonly visit: OwnVisit;
  readonly account: FoundAccount;
  readonly wallets: readonly SeenWallet[];
  readonly keys: readonly KeyRecord[];
  readonly purchases: readonly ListedPurchase[];
  readonly acts: readonly NotedAct[];
  /** Calls of the request log, newest first, asked for like the entries. */
  readonly requests: readonly LoggedRequest[];
  /** Days that calls are kept; 0 where there is no request log. */
  readonly days: number;
  /** What the entries were asked by; null for the newest. */
  readonly requestId: string | null;
  /** Fresh for each page: makes a form that is sent twice count once. */
  readonly reference: string;
  readonly done: string | undefined;
  readonly wrong?: string;
}

const doneWords: Readonly<Record<string, string>> = {
  credits: 'The credits were added.',
  refunded: 'The call was refunded.',
  'refunded-before': 'This call had been refunded before. Nothing was moved.',
  suspended: 'All keys of this account are refused from now on.',
  resumed: 'The keys of this account work again.',
  'factor-removed': 'The second factor was removed. The password alone signs in now.',
  'sessions-ended': 'The account is signed out in every browser.',
};

/** One account: wallets, keys, entries, and what can be done to it. */
export function AccountPage(props: AccountProps) {
  const { visit, account, wallets, keys, purchases, acts, requests, days, requestId, reference, done, wrong } = props;
  const path = `/operator/accounts/${account.id}`;
  const suspended = wallets.some(({ state }) => isKnown(state) && state.suspended);
  return (
    <OperatorPage visit={visit} title={account.email} page="/operator/accounts/:id">
      <h1>{account.email}</h1>
      <p class="lead">
        {account.name}, {stateOf(account)}, since <Moment ms={Date.parse(account.createdAt)} />. Account{' '}
        <code>{account.id}</code>
      </p>
      {done && doneWords[done] ? <Notice kind="done">{doneWords[done]}</Notice> : null}
      {wrong ? <Notice kind="failed">{wrong}</Notice> : null}
      <Wallets wallets={wallets} />

      <div class="forms">
        <TopUp visit={visit} path={path} reference={reference} />
        <Refund visit={visit} path={path} />
        <Suspension visit={visit} path={path} suspended={suspended} />
        <OwnersActs visit={visit} path={path} />
      </div>

      <h2>Keys</h2>
      <Keys keys={keys} />

      <h2>Purchases</h2>
      <Purchases purchases={purchases} />

      <h2>Movements</h2>
      <form class="row" method="get" action={path}>
        <label class="apart" for="request">
          Request id
        </label>
        <input
          id="request"
          name="request"
          value={requestId ?? ''}
          placeholder="Request id"
          maxlength={maxRequestId}
          class="wide"
        />
        <button type="submit" class="quiet">
          Find
        </button>
      </form>
      {wallets.map(({ type, state, entries }) =>
        state === 'unknown' ? (
          <p>What moved in the {type} wallet is not known now.</p>
        ) : (
          <Entries type={type} entries={entries} isFound={requestId !== null} />
        ),
      )}

      <h2>Requests</h2>
      <Requests requests={requests} days={days} isFound={requestId !== null} />

      <h2>What operators did</h2>
      <Acts acts={acts} />
    </OperatorPage>
  );
}

function Wallets({ wallets }: Pick<AccountProps, 'wallets'>) {
  return (
    <div class="cards">
      {wallets.map(({ type, wallet, state }) => (
        <section class="card" aria-label={`${type} wallet`}>
          <h2>{type === 'live' ? 'Live' : 'Test'} wallet</h2>
          <p class="figure">{state === 'unknown' ? 'Not known now' : shownCredits(state?.balance ?? 0)}</p>
          <p class="note">
            <code>{wallet}</code>
            {isKnown(state) ? (
              <>
                , until <Moment ms={state.expiresAtMs} />, {state.openHolds} held
                {state.suspended ? ', suspended' : ''}
              </>
            ) : null}
            {state === null ? ', not open yet' : null}
            {state === 'unknown' ? ', its ledger does not answer' : null}
          </p>
        </section>
      ))}
    </div>
  );
}

function isKnown(state: SeenWallet['state']): state is KeyState {
  return state !== null && state !== 'unknown';
}

interface FormProps {
  readonly visit: OwnVisit;
  readonly path: string;
}

function TopUp({ visit, path, reference }: FormProps & Pick<AccountProps, 'reference'>) {
  return (
    <form class="card form" method="post" action={`${path}/top-up`}>
      <h2>Add credits</h2>
      <Token token={visit.token} />
      <input type="hidden" name="reference" value={reference} />
      <div class="field">
        <label for="type">Wallet</label>
        <select id="type" name="type">
          <option value="live">live</option>
          <option value="test">test</option>
        </select>
      </div>
      <Field name="credits" label="Credits" inputmode="numeric" required />
      <Field name="why" label="Why" maxlength={200} note="Is in the audit log." />
      <Sure />
      <button type="submit">Add credits</button>
    </form>
  );
}

function Refund({ visit, path }: FormProps) {
  return (
    <form class="card form" method="post" action={`${path}/refund`}>
      <h2>Refund a call</h2>
      <Token token={visit.token} />
      <Field
        name="call"
        label="Its request id"
        maxlength={maxRequestId}
        required
        note="What the call cost goes back to its wallet, once."
      />
      <Field name="why" id="refund-why" label="Why" maxlength={200} note="Is in the audit log." />
      <Sure />
      <button type="submit">Refund the call</button>
    </form>
  );
}

function Suspension({ visit, path, suspended }: FormProps & { readonly suspended: boolean }) {
  return (
    <form class="form card" method="post" action={`${path}/${suspended ? 'resume' : 'suspend'}`}>
      <h2>{suspended ? 'Suspended' : 'Suspend'}</h2>
      <Token token={visit.token} />
      <p class="note">
        {suspended
          ? 'All keys of this account answer 401. Resumed, they work again at once.'
          : 'All keys of both wallets answer 401 at once. Credits stay, and it can be undone here.'}
      </p>
      <Sure />
      <button type="submit" class={suspended ? undefined : 'danger'}>
        {suspended ? 'Resume this account' : 'Suspend this account'}
      </button>
    </form>
  );
}

/** What the owner could do, for one who cannot. */
function OwnersActs({ visit, path }: FormProps) {
  return (
    <>
      <form class="card form" method="post" action={`${path}/remove-second-factor`}>
        <h2>Second factor</h2>
        <Token token={visit.token} />
        <p class="note">For an owner who lost it. Afterwards the password alone signs in.</p>
        <Sure />
        <button type="submit">Remove the second factor</button>
      </form>
      <form class="card form" method="post" action={`${path}/end-sessions`}>
        <h2>Sessions</h2>
        <Token token={visit.token} />
        <p class="note">Signs the account out in every browser. Its keys work as before.</p>
        <Sure />
        <button type="submit">End all sessions</button>
      </form>
      <form class="card form" method="post" action={`${path}/delete`}>
        <h2>Delete</h2>
        <Token token={visit.token} />
        <p class="note">Its keys end, its credits are gone, and nobody can undo it.</p>
        <Sure />
        <button type="submit" class="danger">
          Delete this account
        </button>
      </form>
    </>
  );
}

function Keys({ keys }: { readonly keys: readonly KeyRecord[] }) {
  if (keys.length === 0) return <p>This account has made no keys.</p>;
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Name</th>
            <th scope="col">Id</th>
            <th scope="col">Made</th>
            <th scope="col">Ends</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ type, hint, label, id, createdAtMs, revokedAtMs }) => (
            <tr>
              <th scope="row">
                <code>
                  {type}_…{hint}
                </code>
              </th>
              <td>{label ?? ''}</td>
              <td>
                <code>{id}</code>
              </td>
              <td>
                <Moment ms={createdAtMs} />
              </td>
              <td>{revokedAtMs === null ? '' : <Moment ms={revokedAtMs} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntriesProps {
  readonly type: string;
  readonly entries: readonly Entry[];
  readonly isFound: boolean;
}

function Entries({ type, entries, isFound }: EntriesProps) {
  if (entries.length === 0) {
    return (
      <p>{isFound ? `No entry of the ${type} wallet has this request id.` : `The ${type} wallet has no entries.`}</p>
    );
  }
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <caption>{isFound ? `Of the ${type} wallet, by this request id` : `Newest of the ${type} wallet`}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col" class="number">
              Credits
            </th>
            <th scope="col" class="number">
              Balance
            </th>
            <th scope="col">Key</th>
            <th scope="col">Request or reference</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ atMs, kind, amount, balanceAfter, keyId, requestId, reference }) => (
            <tr>
              <td>
                <Moment ms={atMs} />
              </td>
              <td>{kind}</td>
              <td class="number">{amount > 0 ? `+${amount}` : amount}</td>
              <td class="number">{balanceAfter}</td>
              <td>
                <code>{keyId ?? ''}</code>
              </td>
              <td>
                <code>{requestId ?? reference ?? ''}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
