/**
 * The word of this start: random, and printed in a link by `npm start` and `npm run dev`. The link turns it into a cookie,
 * and what is meant for the person who started the service is shown to that browser alone.
 */
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { timingSafeEqual } from 'hono/utils/buffer';
import { isLocalRequest } from '../../../contract/loopback.ts';
import { startWord } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { secured } from '../layout/policies.ts';
import type { Visited } from './visit.tsx';

/** Over http on a loopback name a cookie can have neither `Secure` nor a prefix that needs it. */
const cookieName = 'edgematte.start';

export const startLink = new Hono<Visited>();

/** Where the printed link leads: keeps the word in the browser and goes on to the page at `/`. */
startLink.get('/local/:word', async (context) => {
  const word = context.req.param('word');
  if (!(await isStartWord(context, word))) return context.notFound();
  setCookie(context, cookieName, word, { httpOnly: true, sameSite: 'Strict', path: '/' });
  context.header('Cache-Control', 'no-store');
  return secured(context.redirect('/', 303), 'other');
});

/** Whether a request is local and brings the word of this start in its cookie. */
export function isFromStarter(context: Context): Promise<boolean> {
  return isStartWord(context, getCookie(context, cookieName));
}

async function isStartWord(context: Context, word: string | undefined): Promise<boolean> {
  const expected = readSetting(startWord, { ...Object(context.env) });
  if (!expected || word === undefined || !isLocalRequest(context.req.raw)) return false;
  return timingSafeEqual(expected, word);
}
