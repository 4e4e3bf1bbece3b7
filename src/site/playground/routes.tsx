/** The page at `/`. */
import { Hono } from 'hono';
import { isLoopback } from '../../contract/loopback.ts';
import { demoKey } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { visitorOf } from '../layout.tsx';
import { secured } from '../policies.ts';
import { Playground } from './page.tsx';

export const playground = new Hono();

playground.get('/', async (context) => {
  const { url, raw } = context.req;
  const key = isLoopback(new URL(url).hostname) ? readSetting(demoKey, { ...Object(context.env) }) : undefined;
  const page = <Playground visitor={visitorOf(raw)} demoKey={key || null} />;
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-store' }), 'page');
});
