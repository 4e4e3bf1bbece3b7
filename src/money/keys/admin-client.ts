/** One call of the admin API over HTTP, and its failures in words for the person at the command line. */
import * as z from 'zod';

export interface AdminCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/admin`, with its query. */
  readonly path: string;
  /** Sent as JSON; members that are undefined are left out. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface AdminService {
  /** Address of the deployment, as the operator gave it. */
  readonly url: string;
  readonly token: string;
  readonly send: typeof fetch;
}

/** The call was made, or could not be made, and did not succeed. The message is one line. */
export class AdminCallFailed extends Error {
  /** Of a refusal in the API's own words; null where there is none. */
  readonly status: number | null;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = status ?? null;
  }
}

const patienceMs = 30_000;

const failureBody = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
});

/**
 * Calls the admin API.
 * @returns the JSON of a successful answer
 * @throws AdminCallFailed when the service cannot be reached, refuses, or is another service
 */
export async function callAdmin(service: AdminService, call: AdminCall): Promise<unknown> {
  const response = await send(service, call);
  const answer = await readJson(response, service.url);
  if (response.ok) return answer;
  if (response.status === 401) {
    throw new AdminCallFailed(`${service.url} refused the admin token. Set ADMIN_TOKEN to the one of that deployment.`);
  }
  const { status } = response;
  throw new AdminCallFailed(`${service.url} answered ${status}: ${explain(answer)}`, { status });
}

async function send({ url, token, send }: AdminService, { method, path, body }: AdminCall): Promise<Response> {
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  if (body) headers['Content-Type'] = 'application/json';
  try {
    return await send(`${url.replace(/\/+$/, '')}/admin${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
      // The token goes to the address that was named and to no other.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (cause) {
    throw new AdminCallFailed(`${url} cannot be reached${reasonOf(cause)}. Start the service or name it with --url.`, {
      cause,
    });
  }
}

async function readJson(response: Response, url: string): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch (cause) {
    throw new AdminCallFailed(
      `${url} answered ${response.status} without JSON. Name the address of Edgematte with --url.`,
      {
        cause,
      },
    );
  }
}

function explain(answer: unknown): string {
  const parsed = failureBody.safeParse(answer);
  if (!parsed.success) return 'a body that says nothing';
  const { detail } = parsed.data;
  if (typeof detail === 'string') return detail;
  // The first step of a location says body or query, which a person at the command line did not write.
  return detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg].filter(Boolean).join(': ')).join('; ');
}

/** The system's code of a failed connection, which Node keeps in the cause of its own error. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return '';
  if (failure.name === 'TimeoutError') return ` within ${patienceMs / 1000} seconds`;
  const { cause } = failure;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
