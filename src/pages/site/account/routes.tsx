/** Routes before one is signed in, and the sign-out. Each form leads on, so that a reload sends nothing twice. */
import type { Context } from 'hono';
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
import type { Routes } from '../visit/routes.ts';
import { answer, leadTo, ownPath, type Visited } from '../visit/visit.tsx';
import { ConfirmedPage, ConfirmPage, ConfirmWithPasswordPage } from './confirm.tsx';
import * as pages from './entry.tsx';
import { faultOfEmail, faultOfName, faultOfPassword } from './rules.ts';

export const accountRoutes: Routes<'account'> = {
  pages: {
    '/sign-up': showSignUp,
    '/sign-up/sent': showSignUpSent,
    '/sign-in': showSignIn,
    '/sign-in/code': showCode,
    '/verify-email': showConfirmation,
    '/verify-email/done': showConfirmed,
    '/verify-email/again': showAddress,
    '/forgot-password': showForgotten,
    '/forgot-password/sent': showResetSent,
    '/reset-password': showNewPassword,
  },
  forms: {
    '/sign-up': takeSignUp,
    '/sign-in': takeSignIn,
    '/sign-in/code': takeCode,
    '/sign-out': takeSignOut,
    '/verify-email': takeConfirmation,
    '/verify-email/again': takeAddress,
    '/forgot-password': takeForgotten,
    '/reset-password': takeNewPassword,
  },
};

function showSignUp(context: Context<Visited>) {
  const { setup, token, who } = context.get('visit');
  if (who) return leadTo('/dashboard');
  const invitation = context.req.query('invitation') ?? '';
  if (!hasMail(setup)) return answer(context, <pages.ClosedPage mode="no-mail" />, { status: 503 });
  const { signupMode } = setup;
  if (signupMode === 'closed' || (signupMode === 'invite' && !invitation)) {
    return answer(context, <pages.ClosedPage mode={signupMode} />, { status: 403 });
  }
  return answer(context, <pages.SignUpPage token={token} invitation={invitation} credits={setup.signupCredits} />);
}

async function takeSignUp(context: Context<Visited>) {
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
        <pages.SignUpPage {...again} failure="This could not be used. Please check each field." />,
        {
          status: 422,
        },
      );
  }
}

function showSignUpSent(context: Context<Visited>) {
  return answer(context, <pages.MailedPage kind="sign-up" isLocal={context.get('visit').setup.localMail} />);
}

function showSignIn(context: Context<Visited>) {
  const { setup, token, who } = context.get('visit');
  const next = ownPath(context.req.query('next'), context.req.url);
  if (who) return leadTo(next);
  const done = wordIn(context.req.query('done'), ['reset', 'signed-out', 'deleted', 'address'] as const);
  return answer(context, <pages.SignInPage token={token} next={next} done={done} mode={setup.signupMode} />);
}

async function takeSignIn(context: Context<Visited>) {
  const { setup, token, form } = context.get('visit');
  const next = ownPath(form.get('next'), context.req.url);
  const email = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  const { outcome, cookies } = await signIn({ email, password }, context.req.raw, setup);
  if (outcome === 'signed-in') return leadTo(next, cookies);
  if (outcome === 'second-factor') return leadTo(`/sign-in/code?next=${encodeURIComponent(next)}`, cookies);
  const again = { token, next, email, outcome, mode: setup.signupMode };
  return answer(context, <pages.SignInPage {...again} />, { status: 401 });
}

function showCode(context: Context<Visited>) {
  const next = ownPath(context.req.query('next'), context.req.url);
  return answer(context, <pages.CodePage token={context.get('visit').token} next={next} isWrong={false} />);
}

async function takeCode(context: Context<Visited>) {
  const { setup, token, form } = context.get('visit');
  const next = ownPath(form.get('next'), context.req.url);
  const { outcome, cookies } = await confirmSignIn(form.get('code') ?? '', context.req.raw, setup);
  if (outcome === 'signed-in') return leadTo(next, cookies);
  if (outcome === 'refused')
    return answer(context, <pages.CodePage token={token} next={next} isWrong />, { status: 401 });
  const again = { token, next, outcome: outcome === 'locked' ? outcome : 'ended', mode: setup.signupMode } as const;
  return answer(context, <pages.SignInPage {...again} />, { status: 401 });
}

async function takeSignOut(context: Context<Visited>) {
  return leadTo('/sign-in?done=signed-out', await signOut(context.req.raw, context.get('visit').setup));
}

async function showConfirmation(context: Context<Visited>) {
  const { setup, token } = context.get('visit');
  const link = context.req.query('token') ?? '';
  const Page = (await needsPassword(link, context.req.raw, setup)) ? ConfirmWithPasswordPage : ConfirmPage;
  return answer(context, <Page token={token} link={link} />);
}

async function takeConfirmation(context: Context<Visited>) {
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
}

function showConfirmed(context: Context<Visited>) {
  return answer(context, <ConfirmedPage />);
}

function showAddress(context: Context<Visited>) {
  return answer(context, <pages.AddressPage token={context.get('visit').token} kind="confirmation" />);
}

async function takeAddress(context: Context<Visited>) {
  const { setup, token, form } = context.get('visit');
  const email = form.get('email') ?? '';
  const wrong = faultOfEmail(email);
  if (wrong)
    return answer(context, <pages.AddressPage token={token} kind="confirmation" wrong={wrong} />, { status: 422 });
  await mailConfirmationAgain(email, context.req.raw, setup);
  return leadTo('/sign-up/sent');
}

function showForgotten(context: Context<Visited>) {
  const { setup, token } = context.get('visit');
  if (!hasMail(setup)) return answer(context, <pages.ClosedPage mode="no-mail" />, { status: 503 });
  return answer(context, <pages.AddressPage token={token} kind="reset" />);
}

async function takeForgotten(context: Context<Visited>) {
  const { setup, token, form } = context.get('visit');
  const email = form.get('email') ?? '';
  const wrong = faultOfEmail(email);
  if (wrong) return answer(context, <pages.AddressPage token={token} kind="reset" wrong={wrong} />, { status: 422 });
  await mailReset(email, context.req.raw, setup);
  return leadTo('/forgot-password/sent');
}

function showResetSent(context: Context<Visited>) {
  return answer(context, <pages.MailedPage kind="reset" isLocal={context.get('visit').setup.localMail} />);
}

function showNewPassword(context: Context<Visited>) {
  const link = context.req.query('token') ?? '';
  return answer(context, <pages.NewPasswordPage token={context.get('visit').token} link={link} />);
}

async function takeNewPassword(context: Context<Visited>) {
  const { setup, token, form } = context.get('visit');
  const link = form.get('token') ?? '';
  const password = form.get('password') ?? '';
  const wrong = await faultOfPassword(password, await emailOfResetLink(link, setup));
  if (wrong) {
    return answer(context, <pages.NewPasswordPage token={token} link={link} wrong={wrong} />, { status: 422 });
  }
  if (await resetPassword(link, password, setup)) return leadTo('/sign-in?done=reset');
  return answer(context, <pages.DeadLinkPage again="/forgot-password" />, { status: 410 });
}

function wordIn<Word extends string>(given: string | undefined, words: readonly Word[]): Word | null {
  return words.find((word) => word === given) ?? null;
}
