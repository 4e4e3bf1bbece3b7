/** The body of a call of the remove.bg API: a form of either kind, or JSON. */

import { removebgLimits } from '../../contract/limits.ts';
import {
  backgroundFields,
  fieldNames,
  imageFields,
  imageSources,
  readFields,
  type Wanted,
} from '../../contract/removebg/fields.ts';
import { refusedWith } from '../../contract/removebg/refusals.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from '../receive/body.ts';
import { receiveJson } from '../receive/json.ts';
import { receiveMultipart } from '../receive/multipart.ts';
import { announcedLength, checkCodings, noting } from '../receive/receive.ts';
import type { Received } from '../receive/received.ts';
import type { BodyContent, BodyTerms } from '../receive/terms.ts';
import { receiveUrlencoded } from '../receive/urlencoded.ts';

/** A call, and the form of its answer. */
export interface RemovebgCall extends Received {
  readonly wanted: Wanted;
}

/** Where the image may be in any call of the remove.bg API. */
export const imageTerms = {
  files: new Set([imageFields.file]),
  base64: new Set([imageFields.base64]),
  url: imageFields.url,
  background: null,
  emptyIsAbsent: true,
  missing: () => refusedWith('missing_source', `No image was given. Send ${imageSources}`).refusal,
  moreThanOne: refusedWith('multiple_sources', `Send one image: ${imageSources}`).refusal,
};

const terms: BodyTerms<Wanted> = {
  ...imageTerms,
  background: backgroundFields,
  options: fieldNames,
  missing(given) {
    // A refused field says more than a missing image.
    readFields(given);
    return imageTerms.missing();
  },
  read: readFields,
};

/** Reads a call for a picture. @throws as `receiveRemovebg` */
export async function receiveRemovebgCall(exchange: Exchange, body: BodyReader): Promise<RemovebgCall> {
  const { source, background, wanted } = await receiveRemovebg(terms, exchange, body);
  const { task, isPreview } = wanted;
  // A matte and a ZIP show none.
  const isLaid = 'output' in task && task.output?.background === 'picture';
  return { source, background: isLaid ? background : null, task, isPreview, wanted };
}

/** Reads a body by its `Content-Type`. @throws Refused 400, 408, 413, 422, not yet in remove.bg's format */
export async function receiveRemovebg<Asked>(
  asked: BodyTerms<Asked>,
  exchange: Exchange,
  body: BodyReader,
): Promise<BodyContent<Asked>> {
  const { request, settings } = exchange;
  const terms = { ...asked, read: noting(exchange, asked.read) };
  checkCodings(request);
  const type = request.headers.get('Content-Type');
  const length = announcedLength(request);
  const limits = removebgLimits(settings.limits);
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type ?? '')
    ? receiveUrlencoded(terms, length, body, limits)
    : /json\s*(;|$)/i.test(type ?? '')
      ? receiveJson(terms, type, length, body, limits)
      : receiveMultipart(terms, type, length, body, limits);
}
