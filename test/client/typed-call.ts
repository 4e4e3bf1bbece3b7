/** Requests of the conformance tables as calls of the client, and its results as answers again. */
import { Edgematte, RefusedError } from '../../clients/typescript/src/index.ts';

/** A call of the client: what of it travels to a Worker as text. */
export interface TypedCall {
  readonly name: ClientCall;
  readonly key: string | undefined;
  readonly options: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Gives the photo as a stream. */
  readonly streamed: boolean;
}

type ClientCall = 'cutout' | 'cutoutBase64' | 'matte' | 'matteBase64' | 'car' | 'carBase64' | 'layers' | 'credit';

/** What the client has got, and the headers that came with it. */
export interface TypedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Makes the call, once. @throws BrokenError where no whole answer comes */
export async function perform(base: string, call: TypedCall, photo: Uint8Array<ArrayBuffer>): Promise<TypedAnswer> {
  let headers = new Headers();
  const edgematte = new Edgematte({
    address: base,
    key: call.key,
    retryForSeconds: 0,
    async fetch(...given) {
      const answer = await fetch(...given);
      headers = answer.headers;
      return answer;
    },
  });
  const { name, options, streamed, ...settings } = call;
  try {
    if (name === 'credit') {
      const { json } = await edgematte.credit(settings);
      return { status: 200, headers, body: textOf(json) };
    }
    const given = streamed ? new Blob([photo]).stream() : photo;
    const answer = await edgematte[name](given, options as object, settings);
    return { status: 200, headers, body: 'bytes' in answer ? answer.bytes : textOf(answer.json) };
  } catch (failure) {
    if (!(failure instanceof RefusedError)) throw failure;
    return { status: failure.status, headers, body: textOf(failure.body) };
  }
}

function textOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
