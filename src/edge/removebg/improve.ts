/** `POST /v1.0/improve`: the image is checked like any other, and stored if the deployment has a bucket for it. */
import { removebgLimits } from '../../contract/limits.ts';
import { Refused, refusal } from '../../contract/refusals.ts';
import {
  type Improvement,
  improvementAnswer,
  improvementFields,
  readImprovement,
} from '../../contract/removebg/improve.ts';
import { wasBoughtFor } from '../../money/billing/purchases.ts';
import { RequestMemory } from '../../pixels/bounds/memory.ts';
import { admitBalanceRequest } from '../admit/admission.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from '../receive/body.ts';
import { fileOf } from '../receive/call-files.ts';
import { identifyFile } from '../receive/identify.ts';
import type { BodyContent } from '../receive/terms.ts';
import { receiveUpload } from '../receive/upload.ts';
import { RequestResources } from '../request-resources.ts';
import { keep } from './improvements.ts';
import { imageTerms, receiveRemovebg } from './receive.ts';

const terms = {
  ...imageTerms,
  options: new Set(Object.keys(improvementFields)),
  read: readImprovement,
};

const service = {
  limitsOf: removebgLimits,
  receive: (exchange: Exchange, body: BodyReader): Promise<BodyContent<Improvement>> =>
    receiveRemovebg(terms, exchange, body),
};

/** Answers a call, which costs nothing and counts in the key's rate limit. @throws Refused, ImageFault */
export async function improve(exchange: Exchange, body: BodyReader): Promise<Response> {
  const { request, requestId, settings, env } = exchange;
  const { credit } = await admitBalanceRequest(exchange);
  if (credit < 1) await checkHasPaid(exchange);
  const resources = new RequestResources(request.signal, requestId);
  try {
    const ownMemory = new RequestMemory(settings.limits, resources.signal, exchange.caller ?? '');
    const memory = resources.keep(ownMemory, (it) => it.giveBack());
    const { source, wanted } = await receiveUpload(exchange, service, body, memory);
    const fetching = { limits: removebgLimits(settings.limits), allowed: true };
    const file = await fileOf(source, { exchange, terms: fetching, memory, resources });
    const { format } = await identifyFile(file, exchange);
    const id = crypto.randomUUID();
    const metadata = { wallet: exchange.caller ?? '', format, name: wanted.image_filename, tag: wanted.tag };
    const isKept = await keep(env, id, file, metadata, Date.now()).catch((cause: unknown) => {
      throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), cause);
    });
    const { headers, body: answer } = improvementAnswer(id, isKept);
    return Response.json(answer, { headers });
  } finally {
    await resources.end();
  }
}

/**
 * What is kept costs the operator: keys that never paid for anything may give no images.
 * @throws Refused 402 where the wallet has nothing to spend and nothing was ever bought for it, 503 where that is not known
 */
async function checkHasPaid({ env, caller }: Exchange): Promise<void> {
  const wallet = caller ?? '';
  const known = Promise.all([env.LEDGERS.getByName(wallet).walletBalance(), wasBoughtFor(env.DIRECTORY, wallet)]);
  const [held, wasBought] = await known.catch((cause: unknown) => {
    throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), cause);
  });
  // Calls in work may hold all that is left.
  const hasCredits = held !== null && held.balance > 0 && Date.now() < held.expiresAtMs;
  if (!hasCredits && !wasBought) throw new Refused(refusal('INSUFFICIENT_CREDITS'));
}
