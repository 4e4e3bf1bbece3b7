/** The guide, the reference, the operator's terms and privacy, and what is there for programs that read: `llms.txt`, `robots.txt`. */
import { type Context, Hono } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { removebgRoutes } from '../../contract/openapi/removebg/paths.ts';
import { operations } from '../../contract/operations.ts';
import { edgeSettings } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { Page, type PageProps, visitorOf } from '../layout.tsx';
import { secured } from '../policies.ts';
import { guidePages, guidePath } from './guide-pages.ts';
import { sampleOrigin, sampleSupportEmail } from './sample-values.ts';

type Documents = { Bindings: { readonly ASSETS: Fetcher } };
type DocumentsContext = Context<Documents>;

export const documents = new Hono<Documents>();

for (const page of guidePages) {
  documents.get(guidePath(page.name), async (context) => {
    const text = await fragment(context, `guide-${page.name || 'start'}`);
    const { title, description, name } = page;
    const beside = (
      <nav class="contents" aria-label="Guide">
        {guidePages.map((each) => (
          <a href={guidePath(each.name)} aria-current={each.name === name ? 'page' : undefined}>
            {each.title}
          </a>
        ))}
      </nav>
    );
    return show(context, { title, description, section: '/docs/guide' }, text, beside);
  });
}
documents.get('/docs', async (context) => {
  const description = 'Every operation of the API with its options, answers, errors and samples.';
  const props = { title: 'API reference', description, section: '/docs' };
  return show(context, props, await fragment(context, 'reference'));
});
documents.get('/docs/guide.md', async (context) => {
  const text = await textOf(context, 'guide.md');
  const headers = { 'Content-Type': 'text/markdown; charset=utf-8', 'Cache-Control': 'no-cache' };
  return text === null ? context.notFound() : secured(new Response(text, { headers }), 'other');
});

for (const [path, title] of [
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy'],
]) {
  documents.get(path, async (context) => {
    const props = { title, description: `${title} of this service.` };
    return show(context, props, await fragment(context, path.slice(1)));
  });
}

documents.get('/llms.txt', (context) => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
  const removebg = readSetting(edgeSettings.removebgCompat, { ...context.env });
  return secured(new Response(llmsText(new URL(context.req.url).origin, removebg), { headers }), 'other');
});

documents.get('/robots.txt', () => {
  const kept = ['/admin', '/dashboard', '/dev', '/operator', '/playground/', '/v1.0/'];
  const text = ['User-agent: *', ...kept.map((path) => `Disallow: ${path}`), ''].join('\n');
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'max-age=3600' };
  return secured(new Response(text, { headers }), 'other');
});

/** @param beside what stands beside the text; null where the text has columns of its own */
async function show(
  context: DocumentsContext,
  props: Omit<PageProps, 'visitor'>,
  text: string | null,
  beside: Child | null = null,
) {
  if (text === null) return context.notFound();
  const page = (
    <Page {...props} visitor={visitorOf(context.req.raw)} styles={['documents']} scripts={['copy']}>
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
