/** The first page of the dashboard: what there is, and what to do next. */
import type { OwnWallet } from '../../accounts/own-credits.ts';
import type { OwnVisit } from '../visit.tsx';
import { WalletCards } from './credits.tsx';
import { Dashboard } from './frame.tsx';

interface OverviewProps {
  readonly visit: OwnVisit;
  readonly wallets: readonly OwnWallet[];
  /** Keys that go on. */
  readonly keys: number;
}

/** What one sees after signing in. */
export function OverviewPage({ visit, wallets, keys }: OverviewProps) {
  const { name, email } = visit.who;
  return (
    <Dashboard visit={visit} title="Dashboard" page="/dashboard">
      <h1>Hello{name ? `, ${name}` : ''}</h1>
      <p class="lead">{email}</p>
      <WalletCards wallets={wallets} />
      <h2>Next</h2>
      <ol class="steps">
        <li class="card">
          <h3>{keys === 0 ? 'Create a key' : `${keys} ${keys === 1 ? 'key' : 'keys'}`}</h3>
          <p>
            {keys === 0
              ? 'Your programs show it when they call. Start with a test key.'
              : 'Restrict, rotate or revoke them at any time.'}
          </p>
          <a
            class={keys === 0 ? 'button' : 'button quiet'}
            href={keys === 0 ? '/dashboard/keys/new' : '/dashboard/keys'}
          >
            {keys === 0 ? 'Create key' : 'API keys'}
          </a>
        </li>
        <li class="card">
          <h3>Try it in the browser</h3>
          <p>Every operation and every option, with your own photo.</p>
          <a class="button quiet" href="/">
            Playground
          </a>
        </li>
        <li class="card">
          <h3>Build it in</h3>
          <p>Formats, limits, errors and what to do about them.</p>
          <a class="button quiet" href="/docs/guide">
            Guide
          </a>
        </li>
      </ol>
      <form method="post" action="/sign-out" class="sign-out">
        <input type="hidden" name="csrf" value={visit.token} />
        <button class="quiet small" type="submit">
          Sign out
        </button>
      </form>
    </Dashboard>
  );
}
