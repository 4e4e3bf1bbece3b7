/** The settings of one's own account. */
import type { Child } from 'hono/jsx';
import type { OwnSession, SecondFactor } from '../../accounts/profile.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import { shownMinute } from '../dates.ts';
import type { OwnVisit } from '../visit.tsx';
import { Dashboard } from './frame.tsx';
import { Copied } from './keys.tsx';

interface AccountProps {
  readonly visit: OwnVisit;
  readonly sessions: readonly OwnSession[];
  /** What was just done. */
  readonly done?: string;
  /** What is wrong with the last form. */
  readonly failure?: string;
}

/** The Account section. */
export function AccountPage({ visit, sessions, done, failure }: AccountProps) {
  const { who, token } = visit;
  return (
    <Dashboard visit={visit} title="Account" tab="/dashboard/account">
      <h1>Account</h1>
      {done ? <Notice kind="done">{done}</Notice> : null}
      {failure ? <Notice kind="failed">{failure}</Notice> : null}
      <div class="panels settings">
        <Panel title="Name" action="name" token={token} button="Save name">
          <Field name="name" label="Name" value={who.name} maxlength={100} autocomplete="name" />
        </Panel>
        <Panel title="E-mail" action="email" token={token} button="Change address">
          <p>
            Now <strong>{who.email}</strong>. We ask there first, and then at the new address.
          </p>
          <Field name="email" label="New address" type="email" required autocomplete="email" />
          <PasswordField id="email-password" />
        </Panel>
        <Panel title="Password" action="password" token={token} button="Change password">
          <PasswordField id="old-password" />
          <Field
            name="new-password"
            label="New password"
            type="password"
            required
            minlength={10}
            maxlength={128}
            autocomplete="new-password"
            note="At least 10 characters. All other sessions end."
          />
        </Panel>
        {who.hasSecondFactor ? (
          <Panel title="Second factor" action="second-factor/end" token={token} button="Switch off" kind="danger">
            <p>A code of your app is asked for at each sign-in.</p>
            <PasswordField id="factor-password" />
          </Panel>
        ) : (
          <Panel title="Second factor" action="second-factor" token={token} button="Set up">
            <p>A code of an app on your phone, beside the password, at each sign-in.</p>
            <PasswordField id="factor-password" />
          </Panel>
        )}
        <section class="card">
          <h2>Sessions</h2>
          <ul class="sessions">
            {sessions.map(({ id, userAgent, createdAtMs, isThisOne }) => (
              <li>
                <span>
                  {shownBrowser(userAgent)}
                  {isThisOne ? <strong> (this one)</strong> : null}
                  <br />
                  <span class="note">since {shownMinute(createdAtMs)}</span>
                </span>
                {isThisOne ? null : (
                  <form method="post" action="/dashboard/account/sessions">
                    <Token token={token} />
                    <input type="hidden" name="session" value={id} />
                    <button
                      class="quiet small"
                      type="submit"
                      aria-label={`End the session of ${shownBrowser(userAgent)}`}
                    >
                      End
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
          <div class="row">
            <form method="post" action="/dashboard/account/sessions">
              <Token token={token} />
              <button class="quiet" type="submit">
                Sign out everywhere else
              </button>
            </form>
            <form method="post" action="/sign-out">
              <Token token={token} />
              <button class="quiet" type="submit">
                Sign out
              </button>
            </form>
          </div>
        </section>
        <section class="card">
          <h2>Your data</h2>
          <p>All that we keep of you, as JSON. Pictures are not in it: none is kept.</p>
          <p>
            <a class="button quiet" href="/dashboard/account/export.json" download>
              Download
            </a>
          </p>
        </section>
        <Panel title="Delete the account" action="delete" token={token} button="Delete for good" kind="danger">
          <p>
            Your keys end at once, credits that are left are lost, and name, address, sessions and names of keys are
            deleted. The movements of credits stay for accounting, without your name, and a code that cannot be read
            back remembers that your address has had its sign-up credits.
          </p>
          <PasswordField id="delete-password" />
        </Panel>
      </div>
    </Dashboard>
  );
}

interface PanelProps {
  readonly title: string;
  /** Below `/dashboard/account`. */
  readonly action: string;
  readonly token: string;
  readonly button: string;
  readonly kind?: 'quiet' | 'danger';
  readonly children?: Child;
}

function Panel({ title, action, token, button, kind = 'quiet', children }: PanelProps) {
  return (
    <form class="card" method="post" action={`/dashboard/account/${action}`}>
      <h2>{title}</h2>
      <Token token={token} />
      {children}
      <button class={kind} type="submit">
        {button}
      </button>
    </form>
  );
}

/** Several forms of the page ask for it, so each has an id of its own. */
function PasswordField({ id }: { readonly id: string }) {
  return (
    <div class="field">
      <label for={id}>Present password</label>
      <input id={id} name="password" type="password" required autocomplete="current-password" />
    </div>
  );
}

interface FactorProps {
  readonly visit: OwnVisit;
  /** Null where a code was wrong: both were shown already. */
  readonly factor: SecondFactor | null;
  readonly failure?: string;
}

/** A second factor that waits for its first code. */
export function SecondFactorPage({ visit, factor, failure }: FactorProps) {
  const secret = factor ? (new URL(factor.uri).searchParams.get('secret') ?? '') : '';
  return (
    <Dashboard visit={visit} title="Second factor" tab="/dashboard/account" scripts={['copy']}>
      <h1>Second factor</h1>
      {failure ? <Notice kind="failed">{failure}</Notice> : null}
      {factor ? (
        <>
          <h2>1. Add it to your app</h2>
          <p>
            <a href={factor.uri}>Open it in an app of this device</a>, or enter this secret there (type: time-based, six
            digits):
          </p>
          <Copied id="factor-secret" text={secret.replace(/(.{4})(?=.)/g, '$1 ')} label="Copy" />
          <h2>2. Keep the backup codes</h2>
          <p>Each works once, in place of a code, when your phone is not at hand. They are shown this once.</p>
          <Copied id="backup-codes" text={factor.backupCodes.join('\n')} label="Copy" />
        </>
      ) : null}
      <h2>{factor ? '3. Enter the code that the app shows' : 'Enter the code that the app shows'}</h2>
      <form class="form" method="post" action="/dashboard/account/second-factor/confirm">
        <Token token={visit.token} />
        <Field name="code" label="Code" inputmode="numeric" autocomplete="one-time-code" required maxlength={8} />
        <div class="row">
          <button type="submit">Switch on</button>
          <a href="/dashboard/account">Cancel</a>
        </div>
      </form>
    </Dashboard>
  );
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser in two words. */
function shownBrowser(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  if (!browser && !system) return 'Another program';
  return [browser ?? 'A browser', system ? `on ${system}` : ''].filter(Boolean).join(' ');
}
