/** What a form sends. */
import { readBoundedBody, UnfitBody } from '../../../pixels/bounds/bounded-body.ts';

const maxFormBytes = 64 * 1024;

/**
 * The fields of a form. There are none where the body is no form, or larger than any form of these pages: the guard of pages then refuses
 * it, because it has no token.
 */
export async function readForm(request: {
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '')) {
    await request.body?.cancel();
    return form;
  }
  try {
    return new URLSearchParams(new TextDecoder().decode(await readBoundedBody(request.body, null, maxFormBytes)));
  } catch (cause) {
    if (cause instanceof UnfitBody) return form;
    throw cause;
  }
}
