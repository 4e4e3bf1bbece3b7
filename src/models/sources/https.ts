/** Weights from an address. */
import path from 'node:path';
import { ModelFault } from '../fault.ts';
import type { FetchContext, Fetched } from './context.ts';
import { receive } from './receive.ts';
import { Watchdog } from './watchdog.ts';

/** A protobuf message cannot be larger. */
const limitBytes = 2 ** 31 - 1;

/** What of a source is used here; `bytes` is absent if only the download will show it. */
export interface Download {
  readonly url: string;
  readonly bytes?: number;
}

/** Downloads one URL. The hash in the manifest is what makes the file trustworthy, so plain http is allowed too. */
export async function fetchHttps(source: Download, context: FetchContext): Promise<Fetched> {
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
    const total = source.bytes ?? Number(response.headers.get('content-length') ?? 0);
    const fingerprint = await receive(response.body, file, {
      maxBytes: source.bytes ?? limitBytes,
      what: source.url,
      watchdog,
      onBytes: (bytes) => context.onBytes(bytes, total || bytes),
    });
    if (fingerprint.bytes < total) {
      throw new ModelFault(
        `Cannot fetch ${source.url}: it ended after ${fingerprint.bytes} of ${total} bytes. Fetch again, or correct the manifest`,
      );
    }
    return { file, ...fingerprint };
  } finally {
    watchdog.stop();
  }
}
