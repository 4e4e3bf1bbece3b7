/** What the remove.bg compatibility API answers: a picture with facts in headers, or JSON around it; and the balance. */
import { modelHeaders, type Outcome, reviewHeaders } from '../answers.ts';
import type { AvailableCredit } from '../operations/credit.ts';
import type { Wanted } from './fields.ts';

/** Media ranges beside which JSON is not what a caller asks for: the answer is a picture, or an archive of two. */
const pictureRange = /^(?:image\/.+|application\/(?:zip|octet-stream)|\*\/\*)$/;

/**
 * Whether `Accept` asks for JSON in place of a picture (RFC 9110 section 12.5.1): it names JSON, and nothing that a picture
 * would be. What axios and Angular send with every call, JSON first and then any type, asks for a picture.
 */
export function wantsJson(accept: string | null): boolean {
  const ranges = (accept ?? '').split(',').flatMap((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return ranges.includes('application/json') && !ranges.some((range) => pictureRange.test(range));
}

/**
 * Headers of every 200.
 * @param credits what the call costs
 */
export function answerHeaders(
  { reportsType, type, unmet }: Wanted,
  outcome: Outcome,
  credits: number,
): Record<string, string> {
  const headers: Record<string, string> = { 'X-Credits-Charged': String(credits) };
  for (const [name, header] of Object.entries({ ...reviewHeaders, ...modelHeaders })) {
    const value = header.of(outcome);
    if (value !== undefined) headers[name] = value;
  }
  if (reportsType) headers['X-Type'] = type ?? typeOf(outcome);
  const { ignored, substituted } = outcome.isVehicle ? unmet.vehicle : unmet.other;
  if (ignored.length > 0) headers['X-Ignored'] = ignored.join(', ');
  if (substituted.length > 0) headers['X-Substituted'] = substituted.join(', ');
  const { output } = outcome;
  if (output) Object.assign(headers, { 'X-Width': String(output.widthPx), 'X-Height': String(output.heightPx) });
  for (const [side, value] of Object.entries(foregroundOf(outcome))) headers[`X-Foreground-${side}`] = String(value);
  return headers;
}

/** What follows the picture in JSON: the subject's box in the upright input. */
export function answerMembers(outcome: Outcome): Record<string, number> {
  const sides = Object.entries(foregroundOf(outcome));
  return Object.fromEntries(sides.map(([side, value]) => [`foreground_${side.toLowerCase()}`, value]));
}

/** The answer of `GET /v1.0/account`. All credits are bought ones here; what is free are previews. */
export function accountAnswer({
  credit,
  freePreviews,
}: Pick<AvailableCredit, 'credit'> & { readonly freePreviews: number }) {
  const credits = { total: credit, subscription: 0, payg: credit, enterprise: 0 };
  return { data: { attributes: { credits, api: { free_calls: freePreviews, sizes: 'all' } } } };
}

/** What was found. */
function typeOf({ isVehicle, imageType }: Outcome): string {
  if (isVehicle) return 'car';
  return imageType && imageType.graphic > imageType.photo ? 'graphic' : 'other';
}

function foregroundOf({ subject }: Outcome): Record<string, number> {
  if (!subject) return {};
  return { Top: subject.topPx, Left: subject.leftPx, Width: subject.widthPx, Height: subject.heightPx };
}
