/** The credits of an account: what its wallets have, until when, and what moved. */
import type { OwnMovement, OwnWallet } from '../../accounts/own-credits.ts';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownCredits, shownDay, shownMinute } from '../writing/dates.ts';
import { Dashboard } from './frame.tsx';
import { shownReference, wordOf } from './movements.ts';

interface CreditsProps {
  readonly visit: OwnVisit;
  readonly wallets: readonly OwnWallet[];
  /** The wallet whose movements are shown. */
  readonly shown: OwnWallet;
  readonly movements: readonly OwnMovement[];
  /** Path of the next page; null where there is none. */
  readonly next: string | null;
  readonly isFirst: boolean;
}

/** The Credits section. */
export function CreditsPage({ visit, wallets, shown, movements, next, isFirst }: CreditsProps) {
  return (
    <Dashboard visit={visit} title="Credits" page="/dashboard/credits">
      <h1>Credits</h1>
      <WalletCards wallets={wallets} />
      <div class="headline">
        <h2>Movements</h2>
        <nav class="row" aria-label="Wallet">
          {wallets.map(({ type }) => (
            <a
              class="button quiet small"
              href={`/dashboard/credits?wallet=${type}`}
              aria-current={type === shown.type ? 'true' : undefined}
            >
              {type === 'live' ? 'Live' : 'Test'}
            </a>
          ))}
          <a class="button quiet small" href={`/dashboard/credits.csv?wallet=${shown.type}`} download>
            CSV
          </a>
        </nav>
      </div>
      {movements.length === 0 ? (
        <p class="note">No movements {isFirst ? 'yet' : 'before'}.</p>
      ) : (
        <Movements type={shown.type} movements={movements} />
      )}
      <div class="row">
        {isFirst ? null : (
          <a class="button quiet" href={`/dashboard/credits?wallet=${shown.type}`}>
            Newest
          </a>
        )}
        {next ? (
          <a class="button quiet" href={next}>
            Older
          </a>
        ) : null}
      </div>
    </Dashboard>
  );
}

function Movements({ type, movements }: Pick<OwnWallet, 'type'> & Pick<CreditsProps, 'movements'>) {
  return (
    // A box that scrolls is reached by the keyboard.
    <section class="scroll" tabindex={0} aria-label="Movements, newest first">
      <table class="stacked">
        <caption class="apart">Movements of the {type} wallet, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Key</th>
            <th scope="col">Request or reference</th>
            <th scope="col" class="number">
              Credits
            </th>
            <th scope="col" class="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map((movement) => (
            <tr>
              <th scope="row">{shownMinute(movement.atMs)}</th>
              <td data-label="What">{wordOf(movement)}</td>
              <td data-label="Key" class={movement.keyName ? undefined : 'none'}>
                {movement.keyName ?? '–'}
              </td>
              <td data-label="Reference" class={shownReference(movement) ? 'mono' : 'none'}>
                {shownReference(movement) || '–'}
              </td>
              <td data-label="Credits" class="number">
                {signed(movement.amount)}
              </td>
              <td data-label="Balance" class="number">
                {movement.balanceAfter.toLocaleString('en-US')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A card for each wallet: what can be spent, and until when. */
export function WalletCards({ wallets }: { readonly wallets: readonly OwnWallet[] }) {
  return (
    <div class="cards">
      {wallets.map(({ type, state }) => {
        const hasExpired = state.expiresAtMs <= Date.now();
        return (
          <section class="card">
            <h2 class="of-figure">{type === 'live' ? 'Live credits' : 'Test credits'}</h2>
            <p class="figure">{state.balance.toLocaleString('en-US')}</p>
            <p class="note">
              {state.balance === 0
                ? 'None left'
                : hasExpired
                  ? `Expired on ${shownDay(state.expiresAtMs)}; a top-up makes them valid again`
                  : `Valid until ${shownDay(state.expiresAtMs)}`}
              {state.openHolds > 0 ? `, ${shownCredits(state.openHolds)} held by calls in work` : ''}
              {state.suspended ? '. This wallet is suspended; please ask the operator' : ''}.
            </p>
          </section>
        );
      })}
    </div>
  );
}

function signed(amount: number): string {
  const text = Math.abs(amount).toLocaleString('en-US');
  if (amount === 0) return '0';
  return amount > 0 ? `+${text}` : `−${text}`;
}
