/** One picture to one lane over HTTP. */
import type { OwnService } from '../own-service.ts';

export interface LaneAnswer {
  readonly status: number;
  /** Of a 200. */
  readonly png: Buffer | null;
  /** The message of a refusal. */
  readonly words: string;
  /** Whether the image lane processed it, as a 200 reports. */
  readonly byImageLane: boolean;
}

const timeoutMs = 120_000;
const attempts = 60;

/** Sends a picture; waits and sends again where there is no room for the moment. */
export async function ask({ base, key }: OwnService, file: Buffer): Promise<LaneAnswer> {
  for (let attempt = 1; ; attempt++) {
    const form = new FormData();
    form.append('edge_colors', 'original');
    form.append('file', new Blob([new Uint8Array(file)]), 'picture');
    const answer = await fetch(`${base}/v1.0/image-without-background`, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: form,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if ((answer.status === 503 || answer.status === 429) && attempt < attempts) {
      const seconds = Number(answer.headers.get('Retry-After') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      continue;
    }
    const { status, headers } = answer;
    const byImageLane = (headers.get('Server-Timing') ?? '').includes('image-lane');
    if (status === 200) return { status, png: body, words: '', byImageLane };
    return { status, png: null, words: wordsOf(body), byImageLane };
  }
}

function wordsOf(body: Buffer): string {
  try {
    const { detail } = JSON.parse(body.toString()) as { detail?: string | { msg: string }[] };
    return typeof detail === 'string' ? detail : (detail?.[0]?.msg ?? body.toString());
  } catch {
    return body.toString().slice(0, 200);
  }
}
