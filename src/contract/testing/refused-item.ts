/** What a test expects of a parser that refuses. */
import { Refused, type ValidationItem } from '../refusals.ts';

/**
 * The one item of the 422 that the parser throws.
 * @throws Error where it throws nothing, or another refusal
 */
export function refusedItem(parse: () => unknown): ValidationItem {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, code, body } = error.refusal;
    const items = 'detail' in body && typeof body.detail !== 'string' ? body.detail : [];
    if (status === 422 && code === 'VALIDATION_ERROR' && items.length === 1) return items[0];
    throw new Error(`Expected a 422 of one item, not ${status} ${code} ${JSON.stringify(body)}`);
  }
  throw new Error('Expected a refusal');
}
