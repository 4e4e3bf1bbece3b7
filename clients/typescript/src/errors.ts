/** What a call may end with instead of an answer. A caller who aborts gets the reason that he gave to his signal. */

/** No answer, or none of use. */
export class EdgematteError extends Error {
  override readonly name: string = 'EdgematteError';
  /** Names the call in the service's logs; quote it to support. */
  readonly requestId: string;

  constructor(message: string, requestId: string, cause?: unknown) {
    super(message, { cause });
    this.requestId = requestId;
  }
}

/** The service has answered, and not with 200. Such a call costs nothing. */
export class RefusedError extends EdgematteError {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** `X-Error-Code`: the reason as one word, for programs. Empty where something in front of the service has answered. */
  readonly code: string;
  /** The body's JSON; its text where it is none. */
  readonly body: unknown;
  readonly headers: Headers;

  constructor(status: number, headers: Headers, body: unknown, requestId: string) {
    const code = headers.get('X-Error-Code') ?? '';
    super(`${status} ${code || 'without a code'}: ${wordsOf(body)}`, headers.get('X-Request-Id') ?? requestId);
    this.status = status;
    this.code = code;
    this.body = body;
    this.headers = headers;
  }
}

/** No whole answer: the connection broke, nothing came for too long, or the answer was cut. */
export class BrokenError extends EdgematteError {
  override readonly name = 'BrokenError';
}

/** The sentence in the body of an error, in each of its three shapes. */
function wordsOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return String(body).slice(0, 200);
  const { detail, message } = body as { detail?: unknown; message?: unknown };
  const items = Array.isArray(detail) ? detail.map((item: { msg?: unknown }) => item?.msg) : [detail ?? message];
  return items.filter((item) => typeof item === 'string').join('; ') || JSON.stringify(body).slice(0, 200);
}
