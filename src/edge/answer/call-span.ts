/** The span of a call, once its answer has been sent. */
import type { Exchange } from '../exchange.ts';
import type { AnsweredCall } from './answered-call.ts';

/** Ends it with what the line of the call says, but for its wallet, its key and its network: a collector may be of others. */
export function endSpan({ span }: Exchange, call: AnsweredCall): void {
  const { operation, status, requestId, errorCode, lane, credits, bytesIn, bytesOut, megapixels, end, hold } = call;
  span?.end({
    name: operation ?? 'no such path',
    isError: status >= 500 || end === 'broken-off',
    attributes: {
      'http.response.status_code': status,
      'http.request.body.size': bytesIn,
      'http.response.body.size': bytesOut,
      'edgematte.request_id': requestId,
      'edgematte.error_code': errorCode,
      'edgematte.lane': lane,
      'edgematte.credits': credits,
      'edgematte.megapixels': megapixels,
      'edgematte.end': end,
      'edgematte.hold': hold,
    },
  });
}
