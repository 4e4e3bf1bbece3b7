/** The list of accounts, a page at a time, and the search in it. */
import type { AccountUse } from '../../../money/usage/by-account.ts';
import type { Balance, Balances, FoundAccount } from '../../operator/accounts.ts';
import { Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownDay } from '../writing/dates.ts';
import { inFigures } from '../writing/figures.ts';
import { Moment, OperatorPage } from './frame.tsx';

/** An account with what it has and does. */
export interface ListedAccount {
  readonly account: FoundAccount;
  readonly balances: Balances | undefined;
  readonly use: AccountUse | undefined;
}

/** What is looked for, in characters: an address may have 254. */
export const maxSought = 256;

interface AccountsProps {
  readonly visit: OwnVisit;
  readonly sought: string;
  /** From 1. */
  readonly page: number;
  readonly hasMore: boolean;
  readonly accounts: readonly ListedAccount[];
}

/** The page `/operator`. */
export function AccountsPage({ visit, sought, page, hasMore, accounts }: AccountsProps) {
  return (
    <OperatorPage visit={visit} title="Accounts" page="/operator">
      <h1>Accounts</h1>
      {/* By POST, for somebody may paste a whole key, which is not to be in an address. */}
      <form class="row" method="post" action="/operator/search">
        <Token token={visit.token} />
        <label class="apart" for="q">
          Address, name, account, wallet or key
        </label>
        <input
          id="q"
          name="q"
          type="search"
          value={sought}
          placeholder="Address, name, account, wallet or key"
          maxlength={maxSought}
          class="wide"
        />
        <button type="submit">Search</button>
      </form>
      {accounts.length === 0 ? <p>No account was found.</p> : <AccountTable sought={sought} accounts={accounts} />}
      {page > 1 || hasMore ? (
        <nav class="row pages" aria-label="Pages of accounts">
          {page > 1 ? (
            <a class="button quiet" href={pathOfList(sought, page - 1)} rel="prev">
              Newer
            </a>
          ) : null}
          <span>Page {page}</span>
          {hasMore ? (
            <a class="button quiet" href={pathOfList(sought, page + 1)} rel="next">
              Older
            </a>
          ) : null}
        </nav>
      ) : null}
    </OperatorPage>
  );
}

function AccountTable({ sought, accounts }: Pick<AccountsProps, 'sought' | 'accounts'>) {
  return (
    <div class="scroll" tabindex={0}>
      <table class="accounts">
        <caption>{sought ? 'Found, newest first' : 'Newest first'}. Calls are those of the last 30 days.</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="number">
              Live credits
            </th>
            <th scope="col" class="number">
              Test credits
            </th>
            <th scope="col" class="number">
              Calls
            </th>
            <th scope="col">Last use</th>
            <th scope="col">Since</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, balances, use }) => (
            <tr>
              <th scope="row">
                <a href={`/operator/accounts/${account.id}`}>{account.email}</a>
                {account.name ? <span class="note">{account.name}</span> : null}
              </th>
              <td class="number">{shownBalance(balances?.live)}</td>
              <td class="number">{shownBalance(balances?.test)}</td>
              <td class="number">{use ? inFigures(use.calls) : ''}</td>
              <td>{use?.lastAtMs ? <Moment ms={use.lastAtMs} /> : 'never'}</td>
              <td>{shownDay(Date.parse(account.createdAt))}</td>
              <td class={balances?.suspended ? 'wrong' : undefined}>
                {[suspensionOf(balances), stateOf(account)].filter(Boolean).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is known of an account itself, in words. */
export function stateOf({ emailVerified, isOperator }: FoundAccount): string {
  return [emailVerified ? 'address confirmed' : 'address not confirmed', isOperator ? 'operator' : '']
    .filter(Boolean)
    .join(', ');
}

/** Whether its keys are refused. A ledger that did not answer might have said so. */
function suspensionOf(balances: Balances | undefined): string {
  if (balances?.suspended) return 'suspended';
  return balances && [balances.live, balances.test].includes('unknown') ? 'suspension not known now' : '';
}

/** A number; nothing where a wallet is not open. */
function shownBalance(balance: Balance | null | undefined): string {
  if (balance === 'unknown') return 'not known now';
  return typeof balance === 'number' ? inFigures(balance) : '';
}

/** Where a page of what was found is. */
export function pathOfList(sought: string, page: number): string {
  const query = new URLSearchParams({ ...(sought && { q: sought }), ...(page > 1 && { page: String(page) }) });
  return query.size === 0 ? '/operator' : `/operator?${query}`;
}
