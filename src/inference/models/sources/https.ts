/** Weights from an address. */
import path from 'node:path';
import type { FetchContext, Fetched } from './context.ts';
import { download } from './download.ts';

/** A protobuf message cannot be larger. */
const limitBytes = 2 ** 31 - 1;

/**
 * Downloads one URL. The hash in the manifest is what makes the file trustworthy, so plain http is allowed too.
 * @param source `bytes` is absent if only the download will show it
 */
export async function fetchHttps(
  { url, bytes }: { readonly url: string; readonly bytes?: number },
  context: FetchContext,
): Promise<Fetched> {
  const file = path.join(context.workDirectory, 'published');
  const wanted = { url, bytes, maxBytes: bytes ?? limitBytes, advice: 'Check the URL in the manifest' };
  const fetched = await download(wanted, file, context);
  return { file, sha256: fetched.sha256, bytes: fetched.bytes };
}
