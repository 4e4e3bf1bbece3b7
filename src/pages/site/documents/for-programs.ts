/** What is there for programs that read: language models, search engines, and people who look for a security contact. */
import type { Context } from 'hono';
import { removebgRoutes } from '../../../contract/openapi/removebg/paths.ts';
import { operations } from '../../../contract/operations.ts';
import { edgeSettings } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { secured } from '../layout/policies.ts';
import { guidePages, guidePath } from '../map/guide-pages.ts';
import { foundPaths } from '../map/page-lists.ts';
import type { Visited } from '../visit/visit.tsx';

type FileContext = Context<Visited>;

export const filesForPrograms = {
  '/llms.txt': giveTextForModels,
  '/robots.txt': giveTextForRobots,
  '/sitemap.xml': giveSitemap,
  '/.well-known/security.txt': giveSecurityContact,
};

function giveTextForModels({ req, env }: FileContext) {
  const removebg = readSetting(edgeSettings.removebgCompat, { ...env });
  return text(llmsText(new URL(req.url).origin, removebg), 'text/plain', 'no-cache');
}

function giveTextForRobots({ req }: FileContext) {
  const kept = ['/admin', '/dashboard', '/dev', '/operator', '/playground/', '/v1.0/'];
  const sitemap = `Sitemap: ${new URL(req.url).origin}/sitemap.xml`;
  const lines = ['User-agent: *', ...kept.map((path) => `Disallow: ${path}`), '', sitemap, ''];
  return text(lines.join('\n'), 'text/plain', 'max-age=3600');
}

/** https://www.sitemaps.org/protocol.html */
function giveSitemap({ req }: FileContext) {
  const { origin } = new URL(req.url);
  const pages = foundPaths.map((path) => `<url><loc>${origin}${path}</loc></url>\n`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.join('')}</urlset>
`;
  return text(xml, 'application/xml', 'max-age=3600');
}

const expiresAfterMs = 30 * 86_400_000;

/** RFC 9116. The operator sets the contact; without one there is no file. */
function giveSecurityContact(context: FileContext) {
  const contact = readSetting(edgeSettings.securityContact, { ...context.env });
  if (contact === undefined) return context.notFound();
  const expires = new Date(Date.now() + expiresAfterMs).toISOString().replace(/\.\d+/, '');
  return text(`Contact: ${contact}\nExpires: ${expires}\n`, 'text/plain', 'max-age=3600');
}

function text(body: string, type: string, cache: string): Response {
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': cache };
  return secured(new Response(body, { headers }), 'other');
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
