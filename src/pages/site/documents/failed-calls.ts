/** Ways in which a call can fail, what each costs, and the tests of this project that hold the service to it. */

/** A test, by its file and by its title as it stands there. */
export interface Proof {
  readonly file: `test/${string}.ts`;
  readonly title: string;
}

/** One way to fail. */
export interface FailedCall {
  /** Statuses in bold, if it is answered at all. */
  readonly status: string | null;
  readonly what: string;
  readonly costs: 'nothing' | 'one credit' | 'nothing, if it is noticed';
  readonly todo: string;
  readonly proofs: readonly Proof[];
}

/** In the order of a call: upload, admission, work, answer. */
export const failedCalls: readonly FailedCall[] = [
  {
    status: null,
    what: 'The upload breaks off, or you cancel it.',
    costs: 'nothing',
    todo: 'Send it again.',
    proofs: [
      { file: 'test/money/money.test.ts', title: 'halfway through the upload: nothing is charged' },
      {
        file: 'test/conformance/transports.test.ts',
        title: 'a body that is shorter than announced moves no credit when the client leaves',
      },
    ],
  },
  {
    status: '408',
    what: 'The upload stalls or takes too long.',
    costs: 'nothing',
    todo: 'Send it again; a smaller file goes faster.',
    proofs: [
      { file: 'test/conformance/limits.test.ts', title: 'for an upload that goes on and on, by every operation' },
    ],
  },
  {
    status: '402',
    what: 'No credit is left.',
    costs: 'nothing',
    todo: 'Top up.',
    proofs: [
      {
        file: 'test/money/money.test.ts',
        title: '200 calls at once on 50 credits end with 50 successes and 150 × 402',
      },
    ],
  },
  {
    status: '429',
    what: 'Too many calls in a minute.',
    costs: 'nothing',
    todo: 'Wait for Retry-After.',
    proofs: [{ file: 'test/conformance/admission.ts', title: 'moves no credit' }],
  },
  {
    status: '409',
    what: 'A call with this Idempotency-Key still runs, or has no repeat or edit left.',
    costs: 'nothing',
    todo: 'Wait for Retry-After; where there is none, use a new name.',
    proofs: [
      {
        file: 'test/money/idempotency.test.ts',
        title: 'the same name is 409 with a time to come back, and free again once the call has failed',
      },
      { file: 'test/money/edits.test.ts', title: 'twenty edits are free, and a further one is refused at no cost' },
    ],
  },
  {
    status: 'other 4xx',
    what: 'The request or its picture is refused, a car photo without a car among them.',
    costs: 'nothing',
    todo: 'Change what the answer names. Sent again as it is, it is refused again.',
    proofs: [
      { file: 'test/conformance/edge-colours.test.ts', title: 'another value is refused and costs nothing' },
      {
        file: 'test/money/idempotency.test.ts',
        title: 'a name whose call was refused is free, and is charged once when it succeeds',
      },
      { file: 'test/conformance/car.ts', title: 'for a picture without a vehicle' },
    ],
  },
  {
    status: '503',
    what: 'There is no room for the moment, or a part of the service is away.',
    costs: 'nothing',
    todo: 'Wait for Retry-After, then longer each time.',
    proofs: [
      {
        file: 'test/conformance/limits.test.ts',
        title: 'when inference takes too long, by every operation, at no cost',
      },
      {
        file: 'test/overload/overload.test.ts',
        title: 'of a burst some are answered, the others refused before that, and only the former are charged',
      },
    ],
  },
  {
    status: '500',
    what: 'Internal failure.',
    costs: 'nothing',
    todo: 'Try again a few times. If it stays, write to the support and name the X-Request-Id.',
    proofs: [
      {
        file: 'test/conformance/models.test.ts',
        title: 'a network that is offered and not served is a fault of the service, and costs nothing',
      },
    ],
  },
  {
    status: null,
    what: 'A part of the service dies in the middle of a call.',
    costs: 'nothing',
    todo: 'Send it again. A credit that was set aside comes back within a minute.',
    proofs: [
      {
        file: 'test/money/money.test.ts',
        title: 'inference killed in the middle of 20 calls loses and invents no credit',
      },
      {
        file: 'test/money/replaced-ledger.test.ts',
        title:
          '60 calls while the ledger is replaced three times: each 200 is charged once, and whatever is forgotten lapses',
      },
    ],
  },
  {
    status: null,
    what: 'Your client times out or resets the connection before the answer begins.',
    costs: 'nothing, if it is noticed',
    todo: 'Send it again with the same Idempotency-Key: it is charged once at most. Cloudflare always notices, a local service only a reset.',
    proofs: [
      {
        file: 'test/money/departures.test.ts',
        title: 'while the network works is not charged, and its work ends',
      },
    ],
  },
  {
    status: '200, cut by us',
    what: 'The service cannot finish an answer that it has begun: the body ends without its last chunk.',
    costs: 'nothing',
    todo: 'Send it again.',
    proofs: [{ file: 'test/money/departures.test.ts', title: 'of %s is broken off and costs nothing' }],
  },
  {
    status: '200, lost on the way',
    what: 'The connection breaks or your client leaves while the answer arrives, or you lose the file.',
    costs: 'one credit',
    todo: 'Within 24 hours send it again with the same Idempotency-Key: three repeats are free.',
    proofs: [
      { file: 'test/money/money.test.ts', title: 'halfway through the download: the call is charged, once' },
      {
        file: 'test/money/idempotency.test.ts',
        title: '%s: the same call again costs nothing, three times, and then is refused',
      },
    ],
  },
  {
    status: '200, with a fault in the picture',
    what: 'A part is missing, or one too many is there.',
    costs: 'one credit',
    todo: 'Within 24 hours point at it, or ask for another size, under the same Idempotency-Key: twenty edits are free.',
    proofs: [
      {
        file: 'test/money/edits.test.ts',
        title:
          'edits of a call cost nothing, a second size of the same points is not counted, and the first call stays',
      },
    ],
  },
  {
    status: '200, with X-Subject-Found: false',
    what: 'Nothing in the photo could be kept, so that the picture is empty.',
    costs: 'one credit',
    todo: 'Look for the header. The remove.bg compatibility API refuses such a photo instead, at no cost.',
    proofs: [
      {
        file: 'test/conformance/success.ts',
        title: 'reports in a header that nothing was found to keep, and costs the same',
      },
      { file: 'test/removebg/removebg.test.ts', title: 'nothing to keep is unknown_foreground and costs nothing' },
    ],
  },
];
