/** What a form sends. */
import { readBoundedBody, UnfitBody } from '../bounds/bounded-body.ts';

const maxFormBytes = 64 * 1024;

/** The fields of a form; none where the body is larger than any form of these pages, or is no form. Without a token it is refused. */
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
