/** A Worker that makes one call of the client for each request. */
import { perform } from './typed-call.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const { base, call } = JSON.parse(decodeURIComponent(request.headers.get('X-Call') ?? ''));
    try {
      const { status, headers, body } = await perform(base, call, new Uint8Array(await request.arrayBuffer()));
      const said = encodeURIComponent(JSON.stringify({ status, headers: [...headers] }));
      return new Response(new Uint8Array(body), { headers: { 'X-Answer': said } });
    } catch (failure) {
      return new Response(String(failure), { status: 500 });
    }
  },
};
