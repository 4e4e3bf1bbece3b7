/** Cuts `excerpt.json` out of the documents that a version of stripe-mock brings: `npx tsx excerpt.ts FOLDER-OF-THE-MODULE`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../../../src/local/root.ts';

/** The calls that `src/money/billing` makes, and what each answers. */
const calls = [
  { method: 'post', path: '/v1/checkout/sessions', resource: 'checkout.session' },
  { method: 'get', path: '/v1/checkout/sessions/{session}', resource: 'checkout.session' },
  { method: 'get', path: '/v1/events/{id}', resource: 'event' },
] as const;

interface Description {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}
interface DescribedCall {
  readonly requestBody: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npx tsx test/billing/stripe/excerpt.ts FOLDER');
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, 'embedded/openapi', file), 'utf8'));
const { info, paths }: Description = read('spec3.json');
const { resources }: { resources: Readonly<Record<string, unknown>> } = read('fixtures3.json');

const excerpt = {
  version: info.version,
  calls: calls.map(({ method, path: route, resource }) => ({
    method,
    path: route,
    sent: withoutProse(paths[route][method].requestBody.content['application/x-www-form-urlencoded'].schema),
    answer: resources[resource],
  })),
};
writeFileSync(inProject('test/fixtures/stripe/excerpt.json'), `${JSON.stringify(excerpt)}\n`);

/** A schema without what is for people alone. A property may be called `title` too: that one is an object. */
function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, each]) => {
    return !name.startsWith('x-') && !(['title', 'description'].includes(name) && typeof each === 'string');
  });
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutProse(each)]));
}
