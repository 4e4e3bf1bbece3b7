/** What a form sends. */

const maxFormBytes = 64 * 1024;

/** The fields of a form; none where the body is larger than any form of these pages, or is no form. Without a token it is refused. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '')) {
    await request.body?.cancel();
    return form;
  }
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of request.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maxFormBytes) return form;
  }
  return new URLSearchParams(text + decoder.decode());
}
