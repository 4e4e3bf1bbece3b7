/** The guide, the reference, the operator's terms and privacy. */
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { addressOf, Page, type PageProps, visitorOf } from '../layout.tsx';
import { type PathOf, surroundingsOf } from '../page-lists.ts';
import { secured } from '../policies.ts';
import type { PartOfRoutes } from '../routes.ts';
import type { Visited } from '../visit.tsx';
import { filesForPrograms } from './for-programs.ts';
import { type GuidePage, guidePages, guidePath } from './guide-pages.ts';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

type DocumentsContext = Context<Visited>;

export const documentRoutes = {
  pages: {
    ...Object.fromEntries(guidePages.map((page) => [guidePath(page.name), showGuidePage(page)])),
    '/docs': showReference,
    '/terms': showLegal(
      '/terms',
      'Terms of use',
      'What you may do with this service and its results, and what is not promised.',
    ),
    '/privacy': showLegal(
      '/privacy',
      'Privacy',
      'What is kept of photos, calls, accounts and visits, why, and for how long.',
    ),
  },
  files: { '/docs/guide.md': giveGuide, ...filesForPrograms },
} satisfies PartOfRoutes<'public'>;

function showGuidePage({ name, title, description }: GuidePage) {
  return async (context: DocumentsContext) => {
    const text = await fragment(context, `guide-${name || 'start'}`);
    const beside = (
      <nav class="contents" aria-label="Guide">
        {guidePages.map((each) => (
          <a href={guidePath(each.name)} aria-current={each.name === name ? 'page' : undefined}>
            {each.title}
          </a>
        ))}
      </nav>
    );
    return show(context, guidePath(name), { title, description }, text, beside);
  };
}

async function showReference(context: DocumentsContext) {
  const description = 'Every operation of the API with its options, answers, errors and samples.';
  return show(context, '/docs', { title: 'API reference', description }, await fragment(context, 'reference'));
}

function showLegal(path: '/terms' | '/privacy', title: string, description: string) {
  return async (context: DocumentsContext) =>
    show(context, path, { title, description }, await fragment(context, path.slice(1)));
}

async function giveGuide(context: DocumentsContext) {
  const text = await textOf(context, 'guide.md');
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'no-cache' };
  return text === null ? context.notFound() : secured(new Response(text, { headers }), 'other');
}

/** @param beside what is beside the text; null where the text has columns of its own */
async function show(
  context: DocumentsContext,
  path: PathOf<'public'>,
  props: Pick<PageProps, 'title' | 'description'>,
  text: string | null,
  beside: Child | null = null,
) {
  if (text === null) return context.notFound();
  const page = (
    <Page
      {...props}
      {...surroundingsOf('public', path)}
      address={addressOf(context.req.raw)}
      visitor={visitorOf(context.req.raw)}
    >
      {beside ? (
        <div class="beside">
          {beside}
          <article class="text">{raw(text)}</article>
        </div>
      ) : (
        raw(text)
      )}
    </Page>
  );
  return secured(await context.html(page, 200, { 'Cache-Control': 'no-cache' }), 'page');
}

function fragment(context: DocumentsContext, name: string): Promise<string | null> {
  return textOf(context, `${name}.html`);
}

/** A file that the build has made, with this deployment's address in its samples; null where it is missing. */
async function textOf({ env, req }: DocumentsContext, file: string): Promise<string | null> {
  const { origin } = new URL(req.url);
  const found = await env.ASSETS.fetch(`${origin}/documents/${file}`);
  if (found.status === 200) {
    const supportEmail = readSetting(edgeSettings.supportEmail, { ...env });
    return (await found.text()).replaceAll(sampleOrigin, origin).replaceAll(sampleSupportEmail, supportEmail);
  }
  await found.body?.cancel();
  return null;
}
