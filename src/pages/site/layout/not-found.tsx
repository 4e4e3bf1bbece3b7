/** The page at an unknown address. Programs are answered JSON there. */
import type { Context } from 'hono';
import { edgeSettings } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { Page, visitorOf } from './layout.tsx';
import { secured } from './policies.ts';

/** Where somebody may have wanted to go. */
const ways = [
  ['/', 'Playground', 'Give a photo, get its subject back.'],
  ['/many-photos', 'Many photos', 'Drop a folder of photos, get one ZIP of cutouts.'],
  ['/docs/guide', 'Guide', 'From nothing to the first cutout, and what to do about errors.'],
  ['/docs', 'API reference', 'Every operation with its path. Most take POST, which a browser does not send by itself.'],
  ['/prices', 'Prices', 'What a credit is and what it costs.'],
  ['/status', 'Status', 'Whether the service works now.'],
] as const;

/** The answer, a 404. */
export async function notFoundPage(context: Context): Promise<Response> {
  const supportEmail = readSetting(edgeSettings.supportEmail, { ...context.env });
  const page = (
    <Page title="Not found" visitor={visitorOf(context.req.raw)}>
      <div class="narrow">
        <h1>Not found</h1>
        <p class="lead">
          There is no page at <code>{context.req.path}</code>. Look for a slip in the address, or go on here:
        </p>
        <dl class="links">
          {ways.map(([path, name, what]) => (
            <div>
              <dt>
                <a href={path}>{name}</a>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p>
          A link of this site led here? Tell <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </div>
    </Page>
  );
  const headers = { 'Cache-Control': 'no-store', 'X-Error-Code': 'NOT_FOUND' };
  return secured(await context.html(page, 404, headers), 'page');
}
