/** Routes before one is signed in, and the sign-out. Each form leads on, so that a reload sends nothing twice. */
import { Hono } from 'hono';
import { hasMail } from '../../accounts/environment.ts';
import {
  confirmAddress,
  mailConfirmationAgain,
  mailReset,
  needsPassword,
  resetPassword,
} from '../../accounts/links.ts';
import { emailOfResetLink } from '../../accounts/new-password.ts';
import { confirmSignIn, signIn, signOut } from '../../accounts/sign-in.ts';
import { signUp } from '../../accounts/sign-up.ts';
import { readSignedLink } from '../../accounts/signed-link.ts';
import { answer, leadTo, onRefusal, ownPath, type Visited, visiting } from '../visit.tsx';
import { ConfirmedPage, ConfirmPage, ConfirmWithPasswordPage } from './confirm.tsx';
import * as pages from './entry.tsx';
import { faultOfEmail, faultOfName, faultOfPassword } from './rules.ts';

export const accountPages = new Hono<Visited>();

accountPages.onError(onRefusal);
// Each with what lies below it.
for (const path of ['/sign-up', '/sign-in', '/sign-out', '/verify-email', '/forgot-password', '/reset-password']) {
  accountPages.use(`${path}/*`, visiting());
}

accountPages.get('/sign-up', (context) => {
  const { setup, token, who } = context.get('visit');
  if (who) return leadTo('/dashboard');
  const invitation = context.req.query('invitation') ?? '';
  if (!hasMail(setup)) return answer(context, <pages.ClosedPage mode="no-mail" />, { status: 503 });
  const { signupMode } = setup;
  if (signupMode === 'closed' || (signupMode === 'invite' && !invitation)) {
    return answer(context, <pages.ClosedPage mode={signupMode} />, { status: 403 });
  }
  return answer(context, <pages.SignUpPage token={token} invitation={invitation} credits={setup.signupCredits} />);
});

accountPages.post('/sign-up', async (context) => {
  const { setup, token, form } = context.get('visit');
  if (!hasMail(setup)) return answer(context, <pages.ClosedPage mode="no-mail" />, { status: 503 });
  const [name, email, password, invitation] = ['name', 'email', 'password', 'invitation'].map(
    (field) => form.get(field)?.trim() ?? '',
  );
  const wrong = {
    email: faultOfEmail(email),
    password: await faultOfPassword(form.get('password') ?? password, email),
    name: faultOfName(name),
    terms: form.get('terms') === 'yes' ? undefined : 'Please agree to the terms.',
  };
  const again = { token, invitation, name, email, credits: setup.signupCredits };
  if (Object.values(wrong).some(Boolean)) {
    return answer(context, <pages.SignUpPage {...again} wrong={wrong} />, { status: 422 });
  }
  const given = { name, email, password: form.get('password') ?? '', invitation };
  const became = await signUp(given, context.req.raw, setup);
  switch (became.outcome) {
    case 'mailed':
      return leadTo('/sign-up/sent', became.cookies);
    case 'closed':
      return answer(context, <pages.ClosedPage mode="closed" />, { status: 403 });
    case 'not-invited':
      return answer(context, <pages.ClosedPage mode="invite" />, { status: 403 });
    case 'refused':
      return answer(
        context,
        <pages.SignUpPage {...again} failure="This could not be used. Please look at each field." />,
        {
          status: 422,
        },
      );
  }
});

accountPages.get('/sign-up/sent', (context) =>
  answer(context, <pages.MailedPage kind="sign-up" isLocal={context.get('visit').setup.localMail} />),
);

accountPages.get('/sign-in', (context) => {
  const { setup, token, who } = context.get('visit');
  const next = ownPath(context.req.query('next'), context.req.url);
  if (who) return leadTo(next);
  const done = wordIn(context.req.query('done'), ['reset', 'signed-out', 'deleted', 'address'] as const);
  return answer(context, <pages.SignInPage token={token} next={next} done={done} mode={setup.signupMode} />);
});

accountPages.post('/sign-in', async (context) => {
  const { setup, token, form } = context.get('visit');
  const next = ownPath(form.get('next'), context.req.url);
  const email = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  const { outcome, cookies } = await signIn({ email, password }, context.req.raw, setup);
  if (outcome === 'signed-in') return leadTo(next, cookies);
  if (outcome === 'second-factor') return leadTo(`/sign-in/code?next=${encodeURIComponent(next)}`, cookies);
  const again = { token, next, email, outcome, mode: setup.signupMode };
  return answer(context, <pages.SignInPage {...again} />, { status: 401 });
});

accountPages.get('/sign-in/code', (context) => {
  const next = ownPath(context.req.query('next'), context.req.url);
  return answer(context, <pages.CodePage token={context.get('visit').token} next={next} isWrong={false} />);
});

accountPages.post('/sign-in/code', async (context) => {
  const { setup, token, form } = context.get('visit');
  const next = ownPath(form.get('next'), context.req.url);
  const { outcome, cookies } = await confirmSignIn(form.get('code') ?? '', context.req.raw, setup);
  if (outcome === 'signed-in') return leadTo(next, cookies);
  if (outcome === 'refused')
    return answer(context, <pages.CodePage token={token} next={next} isWrong />, { status: 401 });
  const again = { token, next, outcome: outcome === 'locked' ? outcome : 'ended', mode: setup.signupMode } as const;
  return answer(context, <pages.SignInPage {...again} />, { status: 401 });
});

accountPages.post('/sign-out', async (context) =>
  leadTo('/sign-in?done=signed-out', await signOut(context.req.raw, context.get('visit').setup)),
);

accountPages.get('/verify-email', async (context) => {
  const { setup, token } = context.get('visit');
  const link = context.req.query('token') ?? '';
  const Page = (await needsPassword(link, context.req.raw, setup)) ? ConfirmWithPasswordPage : ConfirmPage;
  return answer(context, <Page token={token} link={link} />);
});

accountPages.post('/verify-email', async (context) => {
  const { setup, token, form, who } = context.get('visit');
  const link = form.get('token') ?? '';
  const password = form.get('password');
  const email = async () => (await readSignedLink(link, setup))?.email ?? null;
  const wrong = password === null ? undefined : await faultOfPassword(password, await email());
  const confirmed = wrong
    ? ({ outcome: 'password-needed' } as const)
    : await confirmAddress(link, password, context.req.raw, setup);
  switch (confirmed.outcome) {
    case 'dead':
      return answer(context, <pages.DeadLinkPage again="/verify-email/again" />, { status: 410 });
    case 'password-needed':
      return answer(context, <ConfirmWithPasswordPage token={token} link={link} wrong={wrong} />, { status: 422 });
    case 'confirmed': {
      const { cookies } = confirmed;
      return cookies.length > 0 && !who ? leadTo('/dashboard', cookies) : leadTo('/verify-email/done', cookies);
    }
  }
});

accountPages.get('/verify-email/done', (context) => answer(context, <ConfirmedPage />));

accountPages.get('/verify-email/again', (context) =>
  answer(context, <pages.AddressPage token={context.get('visit').token} kind="confirmation" />),
);

accountPages.post('/verify-email/again', async (context) => {
  const { setup, token, form } = context.get('visit');
  const email = form.get('email') ?? '';
  const wrong = faultOfEmail(email);
  if (wrong)
    return answer(context, <pages.AddressPage token={token} kind="confirmation" wrong={wrong} />, { status: 422 });
  await mailConfirmationAgain(email, context.req.raw, setup);
  return leadTo('/sign-up/sent');
});

accountPages.get('/forgot-password', (context) => {
  const { setup, token } = context.get('visit');
  if (!hasMail(setup)) return answer(context, <pages.ClosedPage mode="no-mail" />, { status: 503 });
  return answer(context, <pages.AddressPage token={token} kind="reset" />);
});

accountPages.post('/forgot-password', async (context) => {
  const { setup, token, form } = context.get('visit');
  const email = form.get('email') ?? '';
  const wrong = faultOfEmail(email);
  if (wrong) return answer(context, <pages.AddressPage token={token} kind="reset" wrong={wrong} />, { status: 422 });
  await mailReset(email, context.req.raw, setup);
  return leadTo('/forgot-password/sent');
});

accountPages.get('/forgot-password/sent', (context) =>
  answer(context, <pages.MailedPage kind="reset" isLocal={context.get('visit').setup.localMail} />),
);

accountPages.get('/reset-password', (context) => {
  const link = context.req.query('token') ?? '';
  return answer(context, <pages.NewPasswordPage token={context.get('visit').token} link={link} />);
});

accountPages.post('/reset-password', async (context) => {
  const { setup, token, form } = context.get('visit');
  const link = form.get('token') ?? '';
  const password = form.get('password') ?? '';
  const wrong = await faultOfPassword(password, await emailOfResetLink(link, setup));
  if (wrong) {
    return answer(context, <pages.NewPasswordPage token={token} link={link} wrong={wrong} />, { status: 422 });
  }
  if (await resetPassword(link, password, setup)) return leadTo('/sign-in?done=reset');
  return answer(context, <pages.DeadLinkPage again="/forgot-password" />, { status: 410 });
});

function wordIn<Word extends string>(given: string | undefined, words: readonly Word[]): Word | null {
  return words.find((word) => word === given) ?? null;
}
