/** Invitations: a form that makes one, the link of the one just made, and the list. */
import type { Invitation } from '../../accounts/invitations.ts';
import { Field, Token } from '../account/fields.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { Moment, OperatorPage } from './frame.tsx';

interface InvitationsProps {
  readonly visit: OwnVisit;
  readonly invitations: readonly Invitation[];
  /** Of the one just made; it is shown this once. */
  readonly link?: string;
  readonly mode: string;
}

/** The page `/operator/invitations`. */
export function InvitationsPage({ visit, invitations, link, mode }: InvitationsProps) {
  return (
    <OperatorPage visit={visit} title="Invitations" page="/operator/invitations">
      <h1>Invitations</h1>
      <p class="lead">
        A link lets one person sign up within two weeks, where SIGNUP_MODE is <code>invite</code>. It is{' '}
        <code>{mode}</code> here.
      </p>
      {link ? (
        <div class="notice done" role="status">
          <p>This link is shown once. Send it to whom it is for.</p>
          <pre id="link" tabindex={0}>
            {link}
          </pre>
        </div>
      ) : null}
      <form class="form" method="post" action="/operator/invitations">
        <Token token={visit.token} />
        <Field name="note" label="Whom it is for" maxlength={100} required />
        <button type="submit">Make an invitation</button>
      </form>
      <h2>Made so far</h2>
      {invitations.length === 0 ? (
        <p>None.</p>
      ) : (
        <div class="scroll" tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">For</th>
                <th scope="col">Made</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {invitations.map(({ note, createdAtMs, expiresAtMs, usedAtMs }) => (
                <tr>
                  <th scope="row">{note ?? ''}</th>
                  <td>
                    <Moment ms={createdAtMs} />
                  </td>
                  <td>
                    {usedAtMs === null ? 'until ' : 'used '}
                    <Moment ms={usedAtMs ?? expiresAtMs} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </OperatorPage>
  );
}
