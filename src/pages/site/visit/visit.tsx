/**
 * A visit to a page that knows who is there. Forms are read and checked here, before any page sees them; what a page
 * refuses becomes a page that says so.
 */
import { waitUntil } from 'cloudflare:workers';
import type { Context, ErrorHandler, MiddlewareHandler, Next } from 'hono';
import type { Child } from 'hono/jsx';
import type { PlaygroundCalls } from '../../../contract/playground.ts';
import { Refused } from '../../../contract/refusals.ts';
import type { ServiceStateCalls } from '../../../contract/service-state.ts';
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { failedTries, networkOfVisitor } from '../../accounts/failed-tries.ts';
import { knownBrowser, markBrowser } from '../../accounts/known-browser.ts';
import { hashingFor } from '../../accounts/password.ts';
import { beginForm, earlierAnswer, endForm, type Led, type SentForm, sentForm } from '../../accounts/sent-forms.ts';
import { type SignedIn, signedIn } from '../../accounts/session.ts';
import { Page, type Visitor, visitorOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import { readForm } from './form.ts';

/** Who is there, and what accounts go by. */
export interface Visit {
  readonly setup: AccountsSetup;
  /** Null for visitors who are not signed in. */
  readonly who: SignedIn | null;
  /** For the field `csrf` of every form. */
  readonly token: string;
  /** Fields of the form that was sent; empty for a page that is only read. */
  readonly form: URLSearchParams;
}

/** The visit of somebody who is signed in. */
export interface OwnVisit extends Visit {
  readonly who: SignedIn;
}

/** What the pages are bound to. */
export interface PagesEnv extends AccountsEnv {
  readonly ASSETS: Fetcher;
  /** Entrypoints of the API. */
  readonly PLAYGROUND: PlaygroundCalls;
  readonly SERVICE_STATE: ServiceStateCalls;
}

/** An app of pages that know who is there. */
export type Visited = {
  Bindings: PagesEnv;
  Variables: { visit: Visit };
};

type VisitedContext = Context<Visited>;

/** A form that is sent again is answered as the first time for so long. Visitors come and go with each sign-in. */
const rememberedMs = { visitor: 60_000, signedIn: 86_400_000 };

/** Finds out who is there; of a form also that it was sent by a page of this service. */
export function visiting(): MiddlewareHandler<Visited> {
  return (context, next) => visit(context, next, false);
}

/** The same for an account's own pages: visitors are led to the sign-in, which leads back. */
export function visitingSignedIn(): MiddlewareHandler<Visited> {
  return (context, next) => visit(context, next, true);
}

async function visit(context: VisitedContext, next: Next, mustBeSignedIn: boolean): Promise<Response | undefined> {
  const { url, raw, method, path } = context.req;
  const setup = accountsSetup(raw, context.env);
  if (!setup) return answer(context, <NotSetUp />, { status: 503 });
  const form = method === 'POST' ? await readForm(raw) : new URLSearchParams();
  const sent = method === 'POST' ? await sentForm(path, form, setup) : null;
  // Before anything else, for the first one may have ended the session. Its very fields are proof of who sent it.
  const earlier = sent && (await earlierAnswer(sent, setup));
  if (earlier) return leadTo(earlier.location, earlier.cookies);
  const who = await signedIn(raw, context.env);
  if (!who && mustBeSignedIn) {
    const back = method === 'GET' ? path + new URL(url).search : '/dashboard';
    return leadTo(`/sign-in?next=${encodeURIComponent(back)}`);
  }
  const subject = who?.sessionId ?? visitorSubject;
  const token = who?.csrfToken ?? (await csrfToken(subject, setup.secret));
  if (method === 'POST') await checkSameOrigin(raw, form.get('csrf'), subject, [setup.secret, ...setup.formerSecrets]);
  context.set('visit', { setup, who, token, form });
  if (method === 'POST') {
    const first = await answerForm(sent, context, next);
    if (first) return first;
  } else {
    await next();
  }
  const mark = who && (await markBrowser(who.email, raw, setup));
  if (mark) context.header('Set-Cookie', mark, { append: true });
}

/**
 * Does what a form asks for, also where the client leaves: a hash that waits for its turn holds a place.
 * @returns where the same form led before, if it did; else the page has answered
 */
async function answerForm(sent: SentForm | null, context: VisitedContext, next: Next): Promise<Response | undefined> {
  const { setup, who } = context.get('visit');
  const isKnown = who !== null || (await knownBrowser(context.req.raw, setup)) !== null;
  const network = networkOfVisitor(context.req.raw, setup);
  const asker = { isKnown, network, hasFailed: failedTries.has(network) };
  const answered = hashingFor(asker, async () => (sent ? once(sent, context, next) : void (await next())));
  waitUntil(answered);
  return answered;
}

/** Does what a form asks for, unless the same form has done it: then it leads where that one led. */
async function once(sent: SentForm, context: VisitedContext, next: Next): Promise<Response | undefined> {
  const { setup, who } = context.get('visit');
  const first = await beginForm(sent, setup);
  if (first) return leadTo(first.location, first.cookies);
  let led: Led | null = null;
  try {
    await next();
    led = ledBy(context.res);
  } finally {
    await endForm(sent, led, who ? rememberedMs.signedIn : rememberedMs.visitor, setup);
  }
}

/** Where an answer leads; null where it is a page, which says what is wrong with the form. */
function ledBy({ status, headers }: Response): Led | null {
  const location = headers.get('Location');
  return status === 303 && location !== null ? { location, cookies: headers.getAll('Set-Cookie') } : null;
}

/** The visit of a page behind `visitingSignedIn`. */
export function ownVisit(context: VisitedContext): OwnVisit {
  const visit = context.get('visit');
  if (!visit.who) throw new Error('Nobody is signed in on a page that asks for it');
  return { ...visit, who: visit.who };
}

/** Answers a refusal with a page that says it; what else was thrown goes on. */
export const onRefusal: ErrorHandler<Visited> = (failure, context) => {
  if (!(failure instanceof Refused)) throw failure;
  const { status, code, retryAfterSeconds } = failure.refusal;
  const seconds = retryAfterSeconds === undefined ? undefined : Math.ceil(retryAfterSeconds);
  const headers: Record<string, string> = { 'X-Error-Code': code };
  if (seconds !== undefined) headers['Retry-After'] = String(seconds);
  const page = { status, failure, retryAfterSeconds: seconds, visitor: visitorOf(context.req.raw) };
  return answer(context, <RefusedPage {...page} />, { status, headers });
};

/** What goes out with a page. */
export interface PageAnswer {
  readonly status?: number;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a page, which nobody keeps. */
export async function answer(
  context: VisitedContext,
  page: Child,
  { status = 200, cookies = [], headers = {} }: PageAnswer = {},
): Promise<Response> {
  // A page with a part that asks something is a promise of its text.
  const text = await (page as { toString(): string | Promise<string> }).toString();
  const all = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return secured(new Response(context.req.method === 'HEAD' ? null : text, { status, headers: all }), 'page');
}

/** Leads elsewhere. @param to a path of this service, or the address of a page at Stripe */
export function leadTo(to: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ Location: to, 'Cache-Control': 'no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return secured(new Response(null, { status: 303, headers }), 'other');
}

/** The path that a page may lead back to: one of this service, else the dashboard. */
export function ownPath(next: string | null | undefined, url: string): string {
  const { origin } = new URL(url);
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes('\\')) return '/dashboard';
  const { origin: led, pathname, search } = new URL(next, origin);
  // Dots in a path may leave two slashes at its beginning, which a browser takes for a host.
  return led === origin && !pathname.startsWith('//') ? pathname + search : '/dashboard';
}

function NotSetUp() {
  return (
    <Page title="Accounts are not set up" visitor={null}>
      <div class="narrow">
        <h1>Accounts are not set up</h1>
        <p class="lead">
          The operator of this service has not set up accounts yet. Calls with an API key work all the same.
        </p>
      </div>
    </Page>
  );
}

interface RefusedProps {
  readonly visitor: Visitor | null;
  readonly status: number;
  readonly failure: Refused;
  readonly retryAfterSeconds: number | undefined;
}

function RefusedPage({ visitor, status, failure, retryAfterSeconds }: RefusedProps) {
  const [title, text] = wordsOf(status, failure, retryAfterSeconds);
  return (
    <Page title={title} visitor={visitor}>
      <div class="narrow">
        <h1>{title}</h1>
        <p class="lead" role="alert">
          {text}
        </p>
        <p>
          <a href="/dashboard">To the dashboard</a>
        </p>
      </div>
    </Page>
  );
}

function wordsOf(status: number, failure: Refused, seconds: number | undefined): [title: string, text: string] {
  if (status === 429)
    return ['Too many attempts', `There were too many attempts. Wait ${inWords(seconds ?? 60)} and try again.`];
  if (status === 503)
    return ['Busy for the moment', 'The service has no room for this right now. Try again in a few seconds.'];
  const { body } = failure.refusal;
  const text = 'detail' in body && typeof body.detail === 'string' ? body.detail : 'This could not be done.';
  return [status === 404 ? 'Not found' : 'Not done', status === 404 ? 'There is no such page.' : text];
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
