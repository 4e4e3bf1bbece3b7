/** The guide, the reference, the operator's terms and privacy. */
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { edgeSettings } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { addressOf, Page, type PageProps, visitorOf } from '../layout/layout.tsx';
import { secured } from '../layout/policies.ts';
import { type GuidePage, guidePages, guidePath } from '../map/guide-pages.ts';
import { type PathOf, surroundingsOf } from '../map/page-lists.ts';
import { type ReferencePage, referenceFile, referencePages, referencePath } from '../map/reference-pages.ts';
import type { IndexEntry } from '../search/search.ts';
import { SearchForm } from '../search/search-form.tsx';
import type { PartOfRoutes } from '../visit/routes.ts';
import type { Visited } from '../visit/visit.tsx';
import { FailedCalls } from './failed-calls-page.tsx';
import { filesForPrograms } from './for-programs.ts';
import { DocumentationIndex } from './index-page.tsx';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

type DocumentsContext = Context<Visited>;

/** A text of `legal/`. */
interface LegalPage {
  readonly path: '/terms' | '/privacy' | '/accessibility';
  readonly title: string;
  readonly description: string;
}

export const documentRoutes = {
  pages: {
    ...Object.fromEntries(guidePages.map((page) => [guidePath(page.name), showGuidePage(page)])),
    '/docs': showOverview,
    ...Object.fromEntries(referencePages.map((page) => [referencePath(page.name), showReferencePage(page)])),
    '/docs/index': showIndex,
    '/docs/failed-calls': showFailedCalls,
    '/terms': showLegal({
      path: '/terms',
      title: 'Terms of use',
      description: 'What you may do with this service and its results, and what is not promised.',
    }),
    '/privacy': showLegal({
      path: '/privacy',
      title: 'Privacy',
      description: 'What is kept of photos, calls, accounts and visits, where, why, and for how long.',
    }),
    '/accessibility': showLegal({
      path: '/accessibility',
      title: 'Accessibility',
      description: 'What these pages do for everybody, how it is tested, what is missing, and whom to tell.',
    }),
  },
  files: {
    '/docs/guide.md': giveText('guide.md', 'text/markdown; charset=utf-8'),
    '/docs/search.json': giveText('search.json', 'application/json'),
    ...filesForPrograms,
  },
} satisfies PartOfRoutes<'public'>;

function showGuidePage({ name, title, description }: GuidePage) {
  return async (context: DocumentsContext) => {
    const text = await fragment(context, `guide-${name || 'start'}`);
    const content = text && (
      <div class="beside">
        <div class="aside">
          <SearchForm />
          <nav class="contents" aria-label="Guide">
            {guidePages.map((each) => (
              <a href={guidePath(each.name)} aria-current={each.name === name ? 'page' : undefined}>
                {each.title}
              </a>
            ))}
          </nav>
        </div>
        <article class="text">{raw(text)}</article>
      </div>
    );
    return show(context, guidePath(name), { title, description }, content);
  };
}

async function showOverview(context: DocumentsContext) {
  const text = await fragment(context, referenceFile(''));
  const description = 'Every operation of the API with its options, answers, errors and samples.';
  return show(context, '/docs', { title: 'API reference', description }, text && raw(text));
}

function showReferencePage({ name, title, description }: ReferencePage) {
  return async (context: DocumentsContext) => {
    const text = await fragment(context, referenceFile(name));
    const props = { title: `API reference: ${title}`, description };
    return show(context, referencePath(name), props, text && raw(text));
  };
}

/** Characters of a search that count, as many as its field takes. */
const mostAsked = 100;

/** All places, or what is found for the question `q`, so that the search works without its script. */
async function showIndex(context: DocumentsContext) {
  const query = context.req.query('q')?.trim().slice(0, mostAsked);
  const description = 'Every operation, field, header and error code of the API, and every heading of the guide.';
  const props = { title: 'Index of the documentation', description };
  if (!query) {
    const text = await fragment(context, 'index');
    return show(context, '/docs/index', props, text && raw(text));
  }
  const json = await textOf(context, 'search.json');
  const entries: readonly IndexEntry[] | null = json && JSON.parse(json);
  return show(context, '/docs/index', props, entries && <DocumentationIndex entries={entries} query={query} />);
}

function showFailedCalls(context: DocumentsContext) {
  const description =
    'Timeouts, resets, cut answers and errors: whether each costs a credit, what to do, and which test proves it.';
  return show(context, '/docs/failed-calls', { title: 'What a failed call costs', description }, <FailedCalls />);
}

function showLegal({ path, title, description }: LegalPage) {
  return async (context: DocumentsContext) => {
    const text = await fragment(context, path.slice(1));
    const content = text && (
      <article class="text">
        {raw(text)}
        {path === '/privacy' ? (
          <SubProcessors of={readSetting(edgeSettings.subProcessors, { ...context.env })} />
        ) : null}
      </article>
    );
    return show(context, path, { title, description }, content);
  };
}

/** Who else the operator lets work on data; nothing where none is named. */
function SubProcessors({ of }: { readonly of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h2 id="sub-processors">Sub-processors</h2>
      <p>The operator of this service lets these companies process data for it:</p>
      <ul>
        {of.map((name) => (
          <li>{name}</li>
        ))}
      </ul>
    </>
  );
}

/** A file that the build has made, for programs. */
function giveText(file: string, type: string) {
  return async (context: DocumentsContext) => {
    const text = await textOf(context, file);
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
    return text === null ? context.notFound() : secured(new Response(text, { headers }), 'other');
  };
}

/** @param content of the page; null where the build has not made it */
async function show(
  context: DocumentsContext,
  path: PathOf<'public'>,
  props: Pick<PageProps, 'title' | 'description'>,
  content: Child | null,
) {
  if (content === null) return context.notFound();
  const page = (
    <Page
      {...props}
      {...surroundingsOf('public', path)}
      address={addressOf(context.req.raw)}
      visitor={visitorOf(context.req.raw)}
    >
      {content}
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
