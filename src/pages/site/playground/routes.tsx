/** The page at `/`, and what its script asks. */
import type { Context } from 'hono';
import { demoKey, edgeSettings } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { addressOf, visitorOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { isFromStarter } from '../visit/start-word.ts';
import type { Visited } from '../visit/visit.tsx';
import { giveAdmission, giveSession } from './calls.ts';
import { Playground } from './page.tsx';

export const playgroundRoutes = {
  pages: { '/': showPlayground },
  forms: { '/playground/admission/:operation': giveAdmission },
  files: { '/playground/session': giveSession },
} satisfies PartOfRoutes<'public'>;

async function showPlayground(context: Context<Visited>) {
  const variables = { ...Object(context.env) };
  const key = (await isFromStarter(context)) ? readSetting(demoKey, variables) : undefined;
  const page = (
    <Playground
      address={addressOf(context.req.raw)}
      visitor={visitorOf(context.req.raw)}
      demoKey={key || null}
      removebg={readSetting(edgeSettings.removebgCompat, variables)}
    />
  );
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}
