/**
 * The other end of the edge's `INFERENCE` binding: hides where networks and image lane live. It knows addresses and
 * tokens, nothing of pictures; bodies stream through.
 */

interface Environment {
  /** Base address of the inference service. */
  readonly INFERENCE_URL: string;
  /** Base address of the image lane; empty for the same place, `none` for a deployment without one. */
  readonly LANE_URL?: string;
  readonly INFERENCE_TOKEN?: string;
}

/** Headers of the outer hop that would mislead the next one. A forwarded `Expect` makes its `100` the final answer. */
const hopHeaders = ['expect', 'connection', 'host', 'authorization'];

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    const url = new URL(request.url);
    const base = baseFor(url.pathname, env);
    if (base === null) return problem(503, 'This deployment has no such service', {});
    if (!env.INFERENCE_TOKEN) return problem(503, 'The secret INFERENCE_TOKEN is missing', {});
    const headers = new Headers(request.headers);
    for (const name of hopHeaders) headers.delete(name);
    headers.set('Authorization', `Bearer ${env.INFERENCE_TOKEN}`);
    try {
      return await fetch(base + url.pathname + url.search, {
        method: request.method,
        headers,
        body: request.body,
        signal: request.signal,
      });
    } catch (cause) {
      console.error(JSON.stringify({ level: 'error', event: 'origin-unreachable', base, cause: String(cause) }));
      return problem(502, 'The inference service cannot be reached', { 'X-Gateway-Error': 'unreachable' });
    }
  },
};

function baseFor(path: string, { INFERENCE_URL, LANE_URL }: Environment): string | null {
  const base = path.startsWith('/lane/') && LANE_URL ? LANE_URL : INFERENCE_URL;
  return base === 'none' ? null : base.replace(/\/+$/, '');
}

function problem(status: number, error: string, headers: Record<string, string>): Response {
  return Response.json({ error }, { status, headers });
}
