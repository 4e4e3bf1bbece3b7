/** The settings of one's own account. */
import type { Child } from 'hono/jsx';
import { keptOfPhotos } from '../../../contract/kept-of-photos.ts';
import type { OwnSession } from '../../accounts/profile.ts';
import { Field, Notice, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownMinute } from '../writing/dates.ts';
import { Dashboard } from './frame.tsx';

/** A form of the page, by its path below `/dashboard/account`. */
type Action = 'name' | 'email' | 'password' | 'second-factor' | 'second-factor/end' | 'delete';

/** What is wrong with a form that was sent, for the place beside its field. */
export interface Wrong {
  readonly action: Action;
  readonly field: 'name' | 'email' | 'password' | 'new-password';
  readonly text: string;
}

interface AccountProps {
  readonly visit: OwnVisit;
  readonly sessions: readonly OwnSession[];
  /** What was just done. */
  readonly done?: string;
  readonly wrong?: Wrong;
}

/** The Account section. */
export function AccountPage({ visit, sessions, done, wrong }: AccountProps) {
  const { who, token } = visit;
  const wrongIn: WrongIn = (action, field) =>
    wrong?.action === action && wrong.field === field ? { wrong: wrong.text, autofocus: true } : {};
  return (
    <Dashboard visit={visit} title="Account" page="/dashboard/account">
      <h1>Account</h1>
      {done ? <Notice kind="done">{done}</Notice> : null}
      <div class="panels settings">
        <Panel title="Name" action="name" token={token} button="Save name">
          <Field
            name="name"
            label="Name"
            value={who.name}
            maxlength={100}
            autocomplete="name"
            {...wrongIn('name', 'name')}
          />
        </Panel>
        <Panel title="E-mail" action="email" token={token} button="Change address">
          <p>
            Now <strong>{who.email}</strong>. We ask there first, and then at the new address.
          </p>
          <Field
            name="email"
            label="New address"
            type="email"
            required
            autocomplete="email"
            {...wrongIn('email', 'email')}
          />
          <PasswordField id="email-password" {...wrongIn('email', 'password')} />
        </Panel>
        <PasswordPanel token={token} wrongIn={wrongIn} />
        <SecondFactor isOn={who.hasSecondFactor} token={token} wrongIn={wrongIn} />
        <Sessions sessions={sessions} token={token} />
        <section class="card">
          <h2>Your data</h2>
          <p>All that we keep about you, as JSON. {keptOfPhotos}</p>
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
          <PasswordField id="delete-password" {...wrongIn('delete', 'password')} />
        </Panel>
      </div>
    </Dashboard>
  );
}

/** What a field shows of what is wrong with it. */
type WrongIn = (action: Action, field: Wrong['field']) => { readonly wrong?: string; readonly autofocus?: boolean };

interface PartProps {
  readonly token: string;
  readonly wrongIn: WrongIn;
}

function PasswordPanel({ token, wrongIn }: PartProps) {
  return (
    <Panel title="Password" action="password" token={token} button="Change password">
      <PasswordField id="old-password" {...wrongIn('password', 'password')} />
      <Field
        name="new-password"
        label="New password"
        type="password"
        required
        minlength={10}
        maxlength={128}
        autocomplete="new-password"
        note="At least 10 characters. All other sessions end."
        {...wrongIn('password', 'new-password')}
      />
    </Panel>
  );
}

function SecondFactor({ isOn, token, wrongIn }: PartProps & { readonly isOn: boolean }) {
  return isOn ? (
    <Panel title="Second factor" action="second-factor/end" token={token} button="Switch off" kind="danger">
      <p>Each sign-in asks for a code of your app.</p>
      <PasswordField id="factor-password" {...wrongIn('second-factor/end', 'password')} />
    </Panel>
  ) : (
    <Panel title="Second factor" action="second-factor" token={token} button="Set up">
      <p>A code of an app on your phone, beside the password, at each sign-in.</p>
      <PasswordField id="factor-password" {...wrongIn('second-factor', 'password')} />
    </Panel>
  );
}

function Sessions({ sessions, token }: { readonly sessions: readonly OwnSession[]; readonly token: string }) {
  return (
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
                <button class="quiet small" type="submit" aria-label={`End the session of ${shownBrowser(userAgent)}`}>
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
  );
}

interface PanelProps {
  readonly title: string;
  readonly action: Action;
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

interface PasswordProps {
  readonly id: string;
  readonly wrong?: string;
  readonly autofocus?: boolean;
}

/** Several forms of the page ask for it, so each has an id of its own. */
function PasswordField(props: PasswordProps) {
  return (
    <Field
      {...props}
      name="password"
      label="Current password"
      type="password"
      required
      autocomplete="current-password"
    />
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
