/** The guide, the reference, the operator's terms and privacy, and what is there for programs that read: `llms.txt`, `robots.txt`. */
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { removebgRoutes } from '../../contract/openapi/removebg/paths.ts';
import { operations } from '../../contract/operations.ts';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { Page, type PageProps, visitorOf } from '../layout.tsx';
import { type PathOf, surroundingsOf } from '../page-lists.ts';
import { secured } from '../policies.ts';
import type { PartOfRoutes } from '../routes.ts';
import type { Visited } from '../visit.tsx';
import { type GuidePage, guidePages, guidePath } from './guide-pages.ts';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

type DocumentsContext = Context<Visited>;

export const documentRoutes = {
  pages: {
    ...Object.fromEntries(guidePages.map((page) => [guidePath(page.name), showGuidePage(page)])),
    '/docs': showReference,
    '/terms': showLegal('/terms', 'Terms of use'),
    '/privacy': showLegal('/privacy', 'Privacy'),
  },
  files: { '/docs/guide.md': giveGuide, '/llms.txt': giveTextForModels, '/robots.txt': giveTextForRobots },
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

function showLegal(path: '/terms' | '/privacy', title: string) {
  return async (context: DocumentsContext) => {
    const props = { title, description: `${title} of this service.` };
    return show(context, path, props, await fragment(context, path.slice(1)));
  };
}

async function giveGuide(context: DocumentsContext) {
  const text = await textOf(context, 'guide.md');
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'no-cache' };
  return text === null ? context.notFound() : secured(new Response(text, { headers }), 'other');
}

function giveTextForModels(context: DocumentsContext) {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
  const removebg = readSetting(edgeSettings.removebgCompat, { ...context.env });
  return secured(new Response(llmsText(new URL(context.req.url).origin, removebg), { headers }), 'other');
}

function giveTextForRobots() {
  const kept = ['/admin', '/dashboard', '/dev', '/operator', '/playground/', '/v1.0/'];
  const text = ['User-agent: *', ...kept.map((path) => `Disallow: ${path}`), ''].join('\n');
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=3600' };
  return secured(new Response(text, { headers }), 'other');
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
    <Page {...props} {...surroundingsOf('public', path)} visitor={visitorOf(context.req.raw)}>
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

/**
 * What a language model should read first: https://llmstxt.org.
 * @param removebg whether the remove.bg compatibility API is open
 */
function llmsText(origin: string, removebg: boolean): string {
  const pages = guidePages.map(
    ({ name, title, description }) => `- [${title}](${origin}${guidePath(name)}): ${description}`,
  );
  const compatible = removebg ? Object.values(removebgRoutes) : [];
  const calls = [...operations, ...compatible].map(
    ({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`,
  );
  return `# Edgematte

> Background removal, alpha mattes and car cutouts as an HTTP API. A photo comes in, its subject goes out as a PNG; one credit moves, only on success.

Send the key in the header \`X-API-Key\`. Base address: ${origin}

Every picture says how sure it is: \`X-Needs-Review: true\` where a person should look at it before it is used, \`X-Matte-Uncertainty\` from 0 to 1.

## API

- [OpenAPI description](${origin}/openapi.json): every operation, option, answer and error
- [Guide as Markdown](${origin}/docs/guide.md): all pages of the guide in one file

## Operations

${calls.join('\n')}

## Guide

${pages.join('\n')}
`;
}
