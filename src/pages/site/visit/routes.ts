/** Routes of a list of pages, each under the guard of its list. Guards are applied here alone. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { Refused, refusal } from '../../../contract/refusals.ts';
import { versionHeader } from '../../../contract/service-version.ts';
import { accountsSetup } from '../../accounts/environment.ts';
import { type Guard, type ListName, type PageList, type PathOf, pageLists } from '../map/page-lists.ts';
import { isFromStarter } from './start-word.ts';
import { leadTo, onRefusal, ownVisit, type Visited, visiting, visitingSignedIn } from './visit.tsx';

/** What answers a request of a route. */
export type Answerer = (context: Context<Visited>) => Response | Promise<Response>;

/** What answers at each path of a list: every page, forms, which come by POST, and what is got beside the pages, as files. */
export interface Routes<Name extends ListName> {
  readonly pages: Readonly<Record<PathOf<Name>, Answerer>>;
  readonly forms?: Readonly<Record<string, Answerer>>;
  readonly files?: Readonly<Record<string, Answerer>>;
}

/** The same of one folder, which has some of the pages. */
export interface PartOfRoutes<Name extends ListName> extends Omit<Routes<Name>, 'pages'> {
  readonly pages: Readonly<Partial<Record<PathOf<Name>, Answerer>>>;
}

const operatorOnly: MiddlewareHandler<Visited> = async (context, next) => {
  const { who } = ownVisit(context);
  if (!who.isOperator) throw new Refused(refusal('NOT_FOUND'));
  if (!who.hasSecondFactor) return leadTo('/dashboard/account?done=needs-factor');
  await next();
  for (const [name, value] of Object.entries(versionHeader({ ...context.env }))) context.header(name, value);
};

const starterOnly: MiddlewareHandler<Visited> = async (context, next) => {
  const isLocal = accountsSetup(context.req.raw, context.env)?.localMail === true;
  return isLocal && (await isFromStarter(context)) ? next() : context.notFound();
};

const guards: Readonly<Record<Guard, readonly MiddlewareHandler<Visited>[]>> = {
  anybody: [],
  visitor: [visiting()],
  'signed-in': [visitingSignedIn()],
  operator: [visitingSignedIn(), operatorOnly],
  starter: [starterOnly],
};

/** Makes the routes of a list, each under its guard. */
export function routesOf<Name extends ListName>(
  name: Name,
  { pages, forms = {}, files = {} }: Routes<Name>,
): Hono<Visited> {
  const { guard, roots, pages: listed }: PageList = pageLists[name];
  const app = new Hono<Visited>();
  app.onError(onRefusal);
  for (const root of roots) app.use(`${root}/*`, ...guards[guard]);
  const isBelow = (path: string) => roots.some((root) => path === root || path.startsWith(`${root}/`));
  const guarded = (method: string, answers: Readonly<Record<string, Answerer>>) => {
    for (const [path, answer] of Object.entries(answers)) {
      app.on(method, [path], ...(isBelow(path) ? [] : guards[guard]), answer);
    }
  };
  guarded('POST', forms);
  guarded('GET', files);
  const answerers: Readonly<Record<string, Answerer>> = pages;
  guarded('GET', Object.fromEntries(listed.map(({ path }) => [path, answerers[path]])));
  return app;
}
