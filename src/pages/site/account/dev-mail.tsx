/** The box of mails of this machine, for a person and for tests. There is none in a deployment. */
import type { Context } from 'hono';
import { localMails } from '../../accounts/mail.ts';
import { Page } from '../layout/layout.tsx';
import type { Routes } from '../visit/routes.ts';
import { answer, type Visited } from '../visit/visit.tsx';

export const mailRoutes: Routes<'starter'> = {
  pages: { '/dev/mail': showMails },
  files: { '/dev/mail.json': giveMails },
};

function showMails(context: Context<Visited>) {
  const mails = localMails();
  return answer(
    context,
    <Page title="Mail of this machine" visitor={null}>
      <div class="narrow">
        <h1>Mail of this machine</h1>
        <p class="lead">No mail leaves this machine. Newest first; all are gone when the service ends.</p>
        {mails.length === 0 ? <p>None yet.</p> : null}
        {mails.map(({ to, subject, text, at }) => (
          <article class="card">
            <h2>{subject}</h2>
            <p class="note">
              to {to}, {at.slice(0, 19).replace('T', ' ')} UTC
            </p>
            <pre>
              {text.split(/(https?:\/\/\S+)/).map((part, at) => (at % 2 === 1 ? <a href={part}>{part}</a> : part))}
            </pre>
          </article>
        ))}
      </div>
    </Page>,
  );
}

function giveMails(context: Context<Visited>) {
  return context.json(localMails(), 200, { 'Cache-Control': 'no-store' });
}
