/** Pages that confirm an address. Opening them changes nothing, so that a program which follows links confirms nothing. */
import { Entry, type LinkProps } from './entry.tsx';
import { Field, Token } from './fields.tsx';

/** Confirms an address by a click. */
export function ConfirmPage({ token, link }: LinkProps) {
  return (
    <Entry title="Confirm your address" lead="One click, and your address is confirmed.">
      <form class="form" method="post" action="/verify-email">
        <Token token={token} />
        <input type="hidden" name="token" value={link} />
        <div class="row">
          <button type="submit">Confirm</button>
        </div>
      </form>
    </Entry>
  );
}

/** Confirms the address of a sign-up that another browser made: with a password. */
export function ConfirmWithPasswordPage({ token, link, wrong }: LinkProps & { readonly wrong?: string }) {
  const lead = 'This is not the browser that signed up. Enter the password of the sign-up, or choose a new one.';
  return (
    <Entry title="Confirm your address" lead={lead}>
      <form class="form card" method="post" action="/verify-email">
        <Token token={token} />
        <input type="hidden" name="token" value={link} />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          required
          minlength={10}
          maxlength={128}
          note="At least 10 characters. From now on you sign in with it."
          wrong={wrong}
        />
        <button type="submit">Confirm and sign in</button>
      </form>
      <p class="note">
        You did not sign up? Then do not confirm. The account works for nobody and is deleted after seven days.
      </p>
    </Entry>
  );
}

/** The address was confirmed, and nobody is signed in by it. */
export function ConfirmedPage() {
  return (
    <Entry title="Confirmed" lead="Your address is confirmed. If you are changing it, check the inbox of the new one.">
      <p>
        <a class="button" href="/dashboard">
          To the dashboard
        </a>
      </p>
    </Entry>
  );
}
