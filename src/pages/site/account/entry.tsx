/** Pages before one is signed in: sign up, sign in, the second step, and the links of mails. */
import type { Child } from 'hono/jsx';
import { Page } from '../layout/layout.tsx';
import { Field, Notice, Token } from './fields.tsx';

interface FrameProps {
  readonly title: string;
  readonly lead?: Child;
  /** What came of the last step. */
  readonly notice?: Child;
  readonly section?: string;
  readonly children?: Child;
}

/** A page before one is signed in. */
export function Entry({ title, lead, notice, section = '/sign-in', children }: FrameProps) {
  return (
    <Page title={title} visitor={null} section={section} styles={['account']}>
      <div class="entry">
        <h1>{title}</h1>
        {lead ? <p class="lead">{lead}</p> : null}
        {notice}
        {children}
      </div>
    </Page>
  );
}

/** What a form is shown with again. */
export interface SignUpForm {
  readonly token: string;
  readonly invitation: string;
  readonly name?: string;
  readonly email?: string;
  /** What is wrong, by field. */
  readonly wrong?: Readonly<Record<string, string | undefined>>;
  /** What is wrong with all of it. */
  readonly failure?: string;
  /** Credits that come with a verified address. */
  readonly credits: number;
}

/** The sign-up. */
export function SignUpPage({ token, invitation, name, email, wrong = {}, failure, credits }: SignUpForm) {
  const lead = credits > 0 ? `${credits} test credits come with it. No card is asked for.` : 'No card is asked for.';
  const notice = failure ? <Notice kind="failed">{failure}</Notice> : null;
  return (
    <Entry title="Create an account" lead={lead} notice={notice}>
      <form class="form card" method="post" action="/sign-up">
        <Token token={token} />
        {invitation ? <input type="hidden" name="invitation" value={invitation} /> : null}
        <Field
          name="email"
          label="E-mail"
          type="email"
          autocomplete="email"
          required
          maxlength={254}
          value={email}
          wrong={wrong.email}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          required
          minlength={10}
          maxlength={128}
          wrong={wrong.password}
          note="At least 10 characters. A few words in a row are good."
        />
        <Field
          name="name"
          label="Name (optional)"
          autocomplete="name"
          maxlength={100}
          value={name}
          wrong={wrong.name}
        />
        <div>
          <label class="choice">
            <input type="checkbox" name="terms" value="yes" required aria-invalid={wrong.terms ? 'true' : undefined} />
            <span>
              I agree to the <a href="/terms">terms</a> and have read the <a href="/privacy">privacy notice</a>.
            </span>
          </label>
          {wrong.terms ? <p class="note wrong">{wrong.terms}</p> : null}
        </div>
        <button type="submit">Create account</button>
      </form>
      <p>
        Have an account? <a href="/sign-in">Sign in</a>
      </p>
    </Entry>
  );
}

/** Nobody, or only who is invited, may sign up. */
export function ClosedPage({ mode }: { readonly mode: 'closed' | 'invite' | 'no-mail' }) {
  const text = {
    closed: 'Accounts come from the operator of this service. Please ask for one.',
    invite: 'This service is by invitation. Open the link of your invitation; each works once and for two weeks.',
    'no-mail': 'The operator of this service has not set up mail yet, which this needs.',
  }[mode];
  return (
    <Entry title={mode === 'no-mail' ? 'Not available yet' : 'Sign-up is closed'} lead={text}>
      <p>
        <a href="/sign-in">To the sign-in</a>
      </p>
    </Entry>
  );
}

/** A mail is under way, whether the address is known or not. */
export function MailedPage({ kind, isLocal }: { readonly kind: 'sign-up' | 'reset'; readonly isLocal: boolean }) {
  const lead =
    kind === 'sign-up'
      ? 'We have sent you a mail. Open the link in it within one day to confirm your address.'
      : 'If there is an account with this address, a mail with a link is on its way. It holds for one hour.';
  return (
    <Entry title="Check your inbox" lead={lead}>
      {isLocal ? (
        <Notice kind="plain">
          Mail of this machine is at <a href="/dev/mail">/dev/mail</a>, in the browser that has opened the link which
          the start printed.
        </Notice>
      ) : null}
      <p class="note">
        Nothing after a few minutes? Check your spam folder,{' '}
        {kind === 'sign-up' ? (
          <>
            or <a href="/verify-email/again">have it sent again</a>.
          </>
        ) : (
          <>
            or <a href="/forgot-password">try again</a>.
          </>
        )}
      </p>
    </Entry>
  );
}

interface SignInProps {
  readonly token: string;
  readonly next: string;
  readonly email?: string;
  readonly outcome?: 'refused' | 'unverified' | 'ended' | 'locked' | null;
  readonly done?: 'reset' | 'signed-out' | 'deleted' | 'address' | null;
  readonly mode: 'open' | 'invite' | 'closed';
}

const said = {
  refused: 'E-mail address or password is wrong.',
  unverified: 'This address is not confirmed yet. Open the link in the mail that we have sent.',
  ended: 'That took too long, or there were too many attempts. Please sign in again.',
  locked: 'There were too many wrong codes. Wait 15 minutes and sign in again.',
};
const wasDone = {
  reset: 'Your new password is set. All sessions have ended; please sign in.',
  'signed-out': 'You are signed out.',
  deleted: 'Your account is deleted.',
  address: 'The address is confirmed. Please sign in.',
};

/** The sign-in. */
export function SignInPage({ token, next, email, outcome, done, mode }: SignInProps) {
  const notice = outcome ? (
    <Notice kind="failed">
      {said[outcome]} {outcome === 'unverified' ? <a href="/verify-email/again">Send it again</a> : null}
    </Notice>
  ) : done ? (
    <Notice kind="done">{wasDone[done]}</Notice>
  ) : null;
  return (
    <Entry title="Sign in" notice={notice}>
      <form class="form card" method="post" action="/sign-in">
        <Token token={token} />
        <input type="hidden" name="next" value={next} />
        <Field name="email" label="E-mail" type="email" autocomplete="username" required value={email} />
        <Field name="password" label="Password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
        <p class="note">
          <a href="/forgot-password">Forgot the password?</a>
        </p>
      </form>
      {mode === 'open' ? (
        <p>
          New here? <a href="/sign-up">Create an account</a>
        </p>
      ) : null}
    </Entry>
  );
}

interface CodeProps {
  readonly token: string;
  readonly next: string;
  readonly isWrong: boolean;
}

/** The second step of a sign-in. */
export function CodePage({ token, next, isWrong }: CodeProps) {
  const lead = 'Enter the six digits that your app shows now, or one of your backup codes.';
  const notice = isWrong ? <Notice kind="failed">This code is wrong.</Notice> : null;
  return (
    <Entry title="One more step" lead={lead} notice={notice}>
      <form class="form card" method="post" action="/sign-in/code">
        <Token token={token} />
        <input type="hidden" name="next" value={next} />
        <Field name="code" label="Code" autocomplete="one-time-code" autocapitalize="off" required maxlength={32} />
        <button type="submit">Sign in</button>
      </form>
      <p>
        <a href="/sign-in">Begin again</a>
      </p>
    </Entry>
  );
}

/** A page that a link leads to. */
export interface LinkProps {
  readonly token: string;
  /** Of the link. */
  readonly link: string;
}

/** The link of a mail does not work. */
export function DeadLinkPage({ again }: { readonly again: '/verify-email/again' | '/forgot-password' }) {
  return (
    <Entry title="This link no longer works" lead="It was used already, it is too old, or a part of it is missing.">
      <p>
        <a class="button" href={again}>
          Have a new one sent
        </a>
      </p>
    </Entry>
  );
}

interface AddressProps {
  readonly token: string;
  readonly kind: 'confirmation' | 'reset';
  readonly wrong?: string;
}

/** Asks for an address to send a link to. */
export function AddressPage({ token, kind, wrong }: AddressProps) {
  const isReset = kind === 'reset';
  return (
    <Entry
      title={isReset ? 'Forgot the password' : 'Send the link again'}
      lead={`We mail you a link ${isReset ? 'to choose a new one' : 'that confirms your address'}.`}
    >
      <form class="form card" method="post" action={isReset ? '/forgot-password' : '/verify-email/again'}>
        <Token token={token} />
        <Field name="email" label="E-mail" type="email" autocomplete="email" required wrong={wrong} />
        <button type="submit">Send the link</button>
      </form>
      <p>
        <a href="/sign-in">To the sign-in</a>
      </p>
    </Entry>
  );
}

/** Asks for a new password. */
export function NewPasswordPage({ token, link, wrong }: LinkProps & { readonly wrong?: string }) {
  return (
    <Entry title="Choose a new password" lead="This ends all sessions of your account.">
      <form class="form card" method="post" action="/reset-password">
        <Token token={token} />
        <input type="hidden" name="token" value={link} />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          minlength={10}
          maxlength={128}
          note="At least 10 characters."
          wrong={wrong}
        />
        <button type="submit">Set password</button>
      </form>
    </Entry>
  );
}
