import path from 'node:path';
import { ModelFault } from '../fault.ts';
import type { SourceOf } from '../manifest.ts';
import type { FetchContext, Fetched } from './context.ts';
import { receive } from './receive.ts';
import { Watchdog } from './watchdog.ts';

/** Downloads one URL. The hash in the manifest is what makes the file trustworthy, so plain http is allowed too. */
export async function fetchHttps(source: SourceOf<'https'>, context: FetchContext): Promise<Fetched> {
  const file = path.join(context.workDirectory, 'published');
  const watchdog = new Watchdog(source.url, context.silenceMs);
  try {
    const response = await watchdog.guard(fetch(source.url, { signal: watchdog.signal }));
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new ModelFault(
        `Cannot fetch ${source.url}: the server answered ${response.status}. Check the URL in the manifest`,
      );
    }
    const fingerprint = await receive(response.body, file, {
      maxBytes: source.bytes,
      what: source.url,
      watchdog,
      onBytes: (bytes) => context.onBytes(bytes, source.bytes),
    });
    if (fingerprint.bytes < source.bytes) {
      throw new ModelFault(
        `Cannot fetch ${source.url}: it ended after ${fingerprint.bytes} of ${source.bytes} bytes. Fetch again, or correct the manifest`,
      );
    }
    return { file, ...fingerprint };
  } finally {
    watchdog.stop();
  }
}
