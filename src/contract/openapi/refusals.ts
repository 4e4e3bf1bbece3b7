/** Which refusals each operation may answer, and how they are shown. Bodies come from the refusals themselves. */
import { type HeaderName, headerReferences, rateHeaders } from '../headers.ts';
import { otherMeanings } from '../meanings.ts';
import type { PictureOperation } from '../operation.ts';
import { type FixedRefusalCode, fixedRefusals, invalidJson, notUtf8, rateLimited, refusal } from '../refusals.ts';
import { errorSchema } from './errors.ts';
import { type DescribedFault, validationFaults } from './validation.ts';

/** Statuses that the contract's tables do not list. */
const beyondContract = new Set([405, 408, 409, 503]);

/** Statuses answered before a key is known, so without its rate window. */
const beforeKey = new Set([401, 405]);

const wideText: DescribedFault = {
  code: 'INVALID_JSON',
  when: 'The JSON body is UTF-16 or UTF-32',
  body: invalidJson(notUtf8).body,
  beyondContract: true,
};

/** Faults of one operation, by status in ascending order. Null is the credit balance. */
export function faultsOf(
  operation: PictureOperation | null,
  supportEmail: string,
): Map<number, readonly DescribedFault[]> {
  const fixed = (...codes: FixedRefusalCode[]) => codes.map((code) => fixedFault(code, supportEmail));
  const everywhere: [number, readonly DescribedFault[]][] = [
    [401, fixed('INVALID_API_KEY')],
    [405, fixed('METHOD_NOT_ALLOWED')],
    [429, [{ code: 'RATE_LIMITED', when: otherMeanings.RATE_LIMITED, body: rateLimited(2).body }]],
    [500, fixed('INTERNAL_ERROR')],
    [503, fixed('SERVICE_UNAVAILABLE', ...(operation ? (['CREDITS_HELD'] as const) : []))],
  ];
  if (!operation) return new Map(everywhere);
  const processing: [number, readonly DescribedFault[]][] = [
    [402, fixed('INSUFFICIENT_CREDITS')],
    [
      403,
      [
        ...fixed('CREDITS_EXPIRED'),
        ...fixed('ENDPOINT_NOT_ALLOWED').map((fault) => ({ ...fault, beyondContract: true })),
      ],
    ],
    [408, fixed('REQUEST_TIMEOUT')],
    [409, fixed('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_EXHAUSTED')],
    [422, validationFaults(operation)],
    ...(operation.encoding === 'json'
      ? [[400, [...fixed('INVALID_JSON'), wideText, ...fixed('MISSING_FIELD')]] as [number, DescribedFault[]]]
      : [
          [413, fixed('FILE_TOO_LARGE')] as [number, DescribedFault[]],
          [415, fixed('UNSUPPORTED_MEDIA_TYPE')] as [number, DescribedFault[]],
        ]),
  ];
  return new Map([...everywhere, ...processing].sort(([one], [other]) => one - other));
}

/** The answer that shows those faults of one status. */
export function refusalAnswer(status: number, faults: readonly DescribedFault[]) {
  const lines = faults.map(({ code, when, beyondContract }) => {
    return `- \`${code}\`: ${when}.${beyondContract ? ' Beyond the contract.' : ''}`;
  });
  const beyond = beyondContract.has(status);
  return {
    description: [...new Set(lines), ...(beyond ? ['', 'This status is beyond the contract.'] : [])].join('\n'),
    headers: headerReferences(refusalHeaders(status)),
    content: { 'application/json': { schema: errorSchema(status), examples: examplesOf(faults) } },
    ...(beyond && { 'x-beyond-contract': true }),
  };
}

/** Headers of a refusal of that status. */
export function refusalHeaders(status: number): readonly HeaderName[] {
  const headers: HeaderName[] = ['X-Request-Id', 'X-Error-Code'];
  if (!beforeKey.has(status)) headers.push(...rateHeaders);
  if (status === 409 || status === 429 || status === 503) headers.push('Retry-After');
  if (status === 405) headers.push('Allow');
  // Where the image is missing.
  if (status === 400 || status === 422) headers.push('X-Received-Fields');
  return headers;
}

/** The bodies of those faults by their codes; a code that comes again gets a number. */
export function examplesOf(faults: readonly DescribedFault[]) {
  return Object.fromEntries(
    faults.map(({ code, when, body }, index) => {
      const isFirst = faults.findIndex((fault) => fault.code === code) === index;
      const name = isFirst ? code : `${code}_${index + 1}`;
      return [name, { summary: when, value: body }];
    }),
  );
}

function fixedFault(code: FixedRefusalCode, supportEmail: string): DescribedFault {
  const { when, detail } = fixedRefusals[code];
  if (code !== 'INTERNAL_ERROR') return { code, when, body: refusal(code).body };
  return { code, when, body: { detail: detail.replace('<SUPPORT_EMAIL>', supportEmail) } };
}
