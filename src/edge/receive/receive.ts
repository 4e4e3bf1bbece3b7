/** Reads the request body: one image, one background, the options, nothing else. */
import { type BodyEncoding, imageNames, imageUrlName } from '../../contract/encoding.ts';
import { optionNames, type ProcessingOperation, type Task } from '../../contract/operations.ts';
import { backgroundNames } from '../../contract/output/background.ts';
import { encodedBody, Refused, refusal } from '../../contract/refusals.ts';
import { formRefusals, jsonRefusals } from '../../contract/shape-refusals.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from './body.ts';
import { receiveJson } from './json.ts';
import { receiveMultipart } from './multipart.ts';
import type { Received } from './received.ts';
import type { BackgroundTerms, BodyTerms } from './terms.ts';

const readers = { multipart: receiveMultipart, json: receiveJson } as const satisfies Record<BodyEncoding, unknown>;
const none: ReadonlySet<string> = new Set();

/** What counts in a body of each encoding; its options are read by the operation. */
const terms: Readonly<Record<BodyEncoding, Omit<BodyTerms<Task>, 'read' | 'background'>>> = {
  multipart: {
    files: new Set(imageNames.multipart),
    base64: none,
    url: imageUrlName,
    options: optionNames,
    emptyIsAbsent: false,
    missing: () => formRefusals.missingFile,
    moreThanOne: formRefusals.moreThanOneImage,
  },
  json: {
    files: none,
    base64: new Set(imageNames.json),
    url: imageUrlName,
    options: optionNames,
    emptyIsAbsent: false,
    missing: () => refusal('MISSING_FIELD'),
    moreThanOne: jsonRefusals.bothNames,
  },
};

/**
 * Reads the body of a request in the encoding of its operation.
 * @throws Refused 400, 408, 413, 422
 */
export async function receive(
  exchange: Exchange,
  { encoding, options, read }: ProcessingOperation,
  body: BodyReader,
): Promise<Received> {
  const { request, settings } = exchange;
  checkCodings(request);
  const contentType = request.headers.get('Content-Type');
  const contentLength = announcedLength(request);
  const { source, background, wanted } = await readers[encoding](
    { ...terms[encoding], background: backgroundTermsOf(options), read: noting(exchange, read) },
    contentType,
    contentLength,
    body,
    settings.limits,
  );
  return { source, background, task: wanted, isPreview: false };
}

/** Reads options, and notes in the exchange which were sent. In JSON null counts as absent. */
export function noting<Wanted>(exchange: Exchange, read: BodyTerms<Wanted>['read']): BodyTerms<Wanted>['read'] {
  return (given) => {
    exchange.options = [...given].flatMap(([name, value]) => (value === null ? [] : [name]));
    return read(given);
  };
}

/** Names of a background, if the operation has one. */
function backgroundTermsOf(options: ProcessingOperation['options']): BackgroundTerms | null {
  return Object.hasOwn(options, backgroundNames.image) ? backgroundNames : null;
}

/** Refuses compressed bodies: `Content-Encoding` may only be `identity` (RFC 9110 section 8.4). @throws Refused 422 */
export function checkCodings({ headers }: Request): void {
  const codings = (headers.get('Content-Encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  if (codings.some((coding) => coding !== '' && coding !== 'identity')) throw new Refused(encodedBody());
}

/** `Content-Length`, or null for an upload that announces none. */
export function announcedLength({ headers }: Request): number | null {
  const text = headers.get('Content-Length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
