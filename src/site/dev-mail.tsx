/** The box of mails of this machine, for a person and for tests. There is none in a deployment. */
import { type Context, Hono } from 'hono';
import { accountsSetup } from '../accounts/environment.ts';
import { localMails } from '../accounts/mail.ts';
import { Page } from './layout.tsx';
import { isFromStarter } from './start-word.ts';
import { answer, type Visited } from './visit.tsx';

export const devMail = new Hono<Visited>();

devMail.get('/dev/mail', async (context) => {
  if (!(await isOpen(context))) return context.notFound();
  const mails = localMails();
  return answer(
    context,
    <Page title="Mail of this machine" visitor={null}>
      <div class="narrow">
        <h1>Mail of this machine</h1>
        <p class="lead">No mail leaves this machine. The newest stands first; all are gone when the service ends.</p>
        {mails.length === 0 ? <p>There is none yet.</p> : null}
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
});

devMail.get('/dev/mail.json', async (context) => {
  if (!(await isOpen(context))) return context.notFound();
  return context.json(localMails(), 200, { 'Cache-Control': 'no-store' });
});

async function isOpen(context: Context<Visited>): Promise<boolean> {
  return accountsSetup(context.req.raw, context.env)?.localMail === true && (await isFromStarter(context));
}
