/** The page at `/many-photos`. */
import type { Context } from 'hono';
import { addressOf, visitorOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import type { Visited } from '../visit/visit.tsx';
import { ManyPhotosPage } from './page.tsx';

export const manyPhotosRoutes = { pages: { '/many-photos': showManyPhotos } } satisfies PartOfRoutes<'public'>;

async function showManyPhotos(context: Context<Visited>) {
  const { raw } = context.req;
  const page = <ManyPhotosPage address={addressOf(raw)} visitor={visitorOf(raw)} />;
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
}
