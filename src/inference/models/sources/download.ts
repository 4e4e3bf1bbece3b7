/** One address to one file, bounded and watched. */
import { ModelFault } from '../fault.ts';
import type { Fingerprint } from '../fingerprint.ts';
import type { FetchContext } from './context.ts';
import { receive } from './receive.ts';
import { Watchdog } from './watchdog.ts';

export interface Download {
  /** Without credentials: messages show it. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Exact size; absent if only the download will show it. */
  readonly bytes?: number;
  /** More than this and the transfer is broken off; `bytes` where it is known. */
  readonly maxBytes: number;
  /** What to check where the server does not give the file out, as an end of the message. */
  readonly advice: string;
}

export interface Downloaded extends Fingerprint {
  /** Where redirects led to. */
  readonly url: string;
  /** As the server calls it; empty where it does not. */
  readonly contentType: string;
}

/**
 * Downloads to `file`. Redirects are followed; another origin gets no credentials.
 * @throws ModelFault when the server refuses, falls silent, ends early or sends too much; otherwise what fetch throws
 */
export async function download(
  { url, headers, bytes, maxBytes, advice }: Download,
  file: string,
  { silenceMs, onBytes }: Pick<FetchContext, 'silenceMs' | 'onBytes'>,
): Promise<Downloaded> {
  const watchdog = new Watchdog(url, silenceMs);
  try {
    const response = await watchdog.guard(fetch(url, { headers, signal: watchdog.signal }));
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new ModelFault(`Cannot fetch ${url}: the server answered ${response.status}. ${advice}`);
    }
    const total = bytes ?? Number(response.headers.get('content-length') ?? 0);
    const fingerprint = await receive(response.body, file, {
      maxBytes,
      what: url,
      watchdog,
      onBytes: (done) => onBytes(done, total || done),
    });
    if (bytes !== undefined && fingerprint.bytes < bytes) {
      throw new ModelFault(
        `Cannot fetch ${url}: it ended after ${fingerprint.bytes} of ${bytes} bytes. Fetch again, or correct the manifest`,
      );
    }
    return { ...fingerprint, url: response.url, contentType: response.headers.get('content-type') ?? '' };
  } finally {
    watchdog.stop();
  }
}
