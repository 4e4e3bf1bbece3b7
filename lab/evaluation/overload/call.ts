/** One call of a client that notes when its upload was out and when its answer was in. */
import { request } from 'node:http';

export interface TimedCall {
  /** 0 where no answer came, or not all of it. */
  readonly status: number;
  /** On `performance.now()`. */
  readonly endedMs: number;
  /** From the last byte of the upload to the last of the answer. */
  readonly answerMs: number;
  /** `Retry-After` in seconds; null without one. */
  readonly retryAfterSeconds: number | null;
}

export interface CallTerms {
  readonly base: string;
  readonly key: string;
  readonly photo: Buffer;
}

const boundary = 'overload-boundary';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

/** Sends a photo to the cutout operation on a connection of its own. Never throws. */
export function timedCall({ base, key, photo }: CallTerms): Promise<TimedCall> {
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from(tail)]);
  return new Promise((resolve) => {
    let uploadedMs = performance.now();
    const end = (status: number, retryAfter?: string): void => {
      const endedMs = performance.now();
      const retryAfterSeconds = retryAfter === undefined ? null : Number(retryAfter);
      resolve({ status, endedMs, answerMs: endedMs - uploadedMs, retryAfterSeconds });
    };
    const headers = {
      'X-API-Key': key,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': body.length,
    };
    const call = request(
      `${base}/v1.0/image-without-background`,
      { method: 'POST', agent: false, headers },
      (answer) => {
        answer.resume();
        answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']));
        answer.once('error', () => end(0));
      },
    );
    call.once('finish', () => {
      uploadedMs = performance.now();
    });
    call.once('error', () => end(0));
    call.end(body);
  });
}
