/** One run of Lighthouse on a page of the service. Its package stays apart: `.ci/install` puts it into `dist/lighthouse`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { inProject } from '../../src/local/root.ts';
import { chromiumPath, decide, missing } from '../../testing/needs.ts';

const run = promisify(execFile);
const program = 'dist/lighthouse/node_modules/lighthouse/cli/index.js';

/** Null when Lighthouse and a browser are there, else why nothing can be run. */
export const noLighthouse: string | null =
  missing('chromium') ??
  decide(
    'npm-packages',
    existsSync(inProject(program)) ? null : `there is no ${program}; see test/lighthouse/README.md`,
  );

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

export interface AuditedPage {
  readonly url: string;
  /** Of a session, for pages that need one; may be empty. */
  readonly cookie: string;
}

export interface Scores {
  /** 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Audits below 1 that count in a category: its name and what it is called. */
  readonly failed: readonly string[];
}

interface Report {
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

/** Lost traces of a page load, which Lighthouse asks to be run again. */
const lostTrace = /NO_NAVSTART|NO_FCP|NO_LCP/;
const attempts = 3;

/** What Lighthouse prints. */
async function reportOf(command: readonly string[]): Promise<string> {
  const settings = { env: { ...process.env, CHROME_PATH: chromiumPath }, maxBuffer: 64 << 20 };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await run(process.execPath, command, settings)).stdout;
    } catch (cause) {
      if (attempt === attempts || !lostTrace.test(String(cause))) throw cause;
    }
  }
}

/**
 * Opens a page as a phone would, with an empty cache, and judges it.
 * @throws Error where the browser or Lighthouse fails
 */
export async function audit({ url, cookie }: AuditedPage, wanted: readonly Category[]): Promise<Scores> {
  const options = [
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    `--only-categories=${wanted.join(',')}`,
    ...(cookie === '' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
  ];
  const report: Report = JSON.parse(await reportOf([inProject(program), url, ...options]));
  const scores = Object.fromEntries(
    wanted.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  );
  const counted = wanted.flatMap((name) => report.categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  const failed = counted
    .map(({ id }) => ({ id, ...report.audits[id] }))
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id}: ${title}`);
  return { scores, failed };
}
