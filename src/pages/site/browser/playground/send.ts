/** One call: sent, worked on, received. Its stages are those that the browser sees; the service's own come with the answer. */
import { imageUrlName } from '../../../../contract/encoding.ts';
import type { ProcessingOperation } from '../../../../contract/operations.ts';
import { admissionHeader } from '../../../../contract/playground.ts';
import { askAdmission, withAdmission } from './admission.ts';
import { brokenOff, CallFailed, failureOf } from './failures.ts';
import type { Payment } from './payment.ts';

export type PageOption = string | boolean | File;

/** What is asked of a photo. */
export interface PageCall {
  readonly operation: ProcessingOperation;
  /** Options that differ from what they are by themselves. */
  readonly options: Readonly<Record<string, PageOption>>;
}

export type SendStage = 'Sending' | 'Working' | 'Receiving';

/** An answer of 200, and how long each stage took. */
export interface PageAnswered {
  readonly body: Blob;
  readonly headers: Headers;
  readonly stages: readonly (readonly [name: string, milliseconds: number])[];
}

/** What a request tells on its way, and what ends it. */
interface Watched {
  readonly signal: AbortSignal;
  /** Called with each stage as it begins. */
  onStage(stage: SendStage): void;
}

interface Sending extends Watched {
  readonly payment: Payment;
  /** The name of the call; null for a call that cannot be repeated. */
  readonly idempotencyKey: string | null;
}

/**
 * Sends a photo, or its address. What is not paid by a key is admitted first.
 * @throws CallFailed; whatever the signal was aborted with
 */
export async function send(call: PageCall, photo: Blob | URL, sending: Sending): Promise<PageAnswered> {
  const body = await bodyOf(call, photo);
  sending.signal.throwIfAborted();
  return withAdmission(() => sendBody(call.operation, body, sending));
}

async function sendBody(
  operation: ProcessingOperation,
  body: FormData | Blob,
  { payment, idempotencyKey, ...watched }: Sending,
): Promise<PageAnswered> {
  const path = payment.kind === 'key' ? operation.path : `/playground/${operation.name}`;
  const headers = {
    ...(operation.encoding === 'json' && { 'Content-Type': 'application/json' }),
    ...(await proofOf(operation, payment, watched.signal)),
    ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
  };
  watched.signal.throwIfAborted();
  const answer = await post(path, { headers, body }, watched);
  if (answer.status === 200) return answer;
  const text = await answer.body.text();
  throw new CallFailed(failureOf(answer.status, answer.headers, parsed(text)));
}

/** The headers by which a call is admitted. */
async function proofOf(
  operation: ProcessingOperation,
  payment: Payment,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  if (payment.kind === 'key') return { 'X-API-Key': payment.key };
  const isClick = payment.kind === 'trial' && payment.isClick === true;
  const admission = await askAdmission(operation, payment, signal);
  return { [admissionHeader]: admission, ...(isClick && { 'X-Click': 'true' }) };
}

async function bodyOf({ operation, options }: PageCall, photo: Blob | URL): Promise<FormData | Blob> {
  if (operation.encoding === 'json') {
    const given = Object.entries(options).map(async ([name, value]) => [name, await memberOf(value)] as const);
    const sent = Object.fromEntries(await Promise.all(given));
    if (photo instanceof URL) return new Blob([JSON.stringify({ [imageUrlName]: photo.href, ...sent })]);
    const members = JSON.stringify(sent).slice(1, -1);
    const parts = ['{"image_base64":"', await base64(photo), '"', members ? `,${members}` : '', '}'];
    return new Blob(parts);
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(options)) {
    form.append(name, value instanceof File ? value : String(value));
  }
  if (photo instanceof URL) form.append(imageUrlName, photo.href);
  else form.append('file', photo);
  return form;
}

async function memberOf(value: PageOption): Promise<string | boolean> {
  return value instanceof File ? base64(value) : value;
}

function base64(photo: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });
}

/** By XMLHttpRequest, which alone reports the end of an upload. */
function post(
  path: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: FormData | Blob },
  { signal, onStage }: Watched,
): Promise<PageAnswered & { readonly status: number }> {
  const request = new XMLHttpRequest();
  const begun: [SendStage, number][] = [];
  const begin = (stage: SendStage) => {
    if (begun.some(([name]) => name === stage)) return;
    begun.push([stage, performance.now()]);
    onStage(stage);
  };
  return new Promise((resolve, reject) => {
    const leave = () => request.abort();
    signal.addEventListener('abort', leave, { once: true });
    request.upload.onload = () => begin('Working');
    request.onreadystatechange = () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) begin('Receiving');
    };
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new CallFailed(brokenOff(begun.some(([name]) => name === 'Receiving'))));
    request.onload = () => {
      const ends = [...begun.slice(1).map(([, at]) => at), performance.now()];
      resolve({
        status: request.status,
        body: request.response as Blob,
        headers: headersFrom(request.getAllResponseHeaders()),
        stages: begun.map(([name, at], index) => [name, ends[index] - at]),
      });
    };
    request.onloadend = () => signal.removeEventListener('abort', leave);
    request.open('POST', path);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    begin('Sending');
    request.send(body);
  });
}

function headersFrom(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
