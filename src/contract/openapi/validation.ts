/** The 422s of each operation, made by the code that answers them wherever that code is the contract's own. */

import { imageUrlFaults } from '../image-url.ts';
import { defaultLimits } from '../limits.ts';
import type { PictureOperation } from '../operation.ts';
import { backgroundFaults, backgroundNames } from '../output/background.ts';
import { pointFaults } from '../points.ts';
import {
  encodedBody,
  idempotencyMismatch,
  imageTooLarge,
  invalid,
  invalidImage,
  malformedIdempotencyKey,
  type Refusal,
  type RefusalBody,
  type RefusalCode,
  Refused,
  tooManyMembers,
  unsupportedFormat,
} from '../refusals.ts';
import { formRefusals, jsonRefusals } from '../shape-refusals.ts';

/** One thing that may go wrong, with the body it answers. */
export interface DescribedFault {
  readonly code: RefusalCode;
  readonly when: string;
  readonly body: RefusalBody;
  readonly beyondContract?: boolean;
}

/** Everything that the operation answers 422 to, each kind with one example. */
export function validationFaults(operation: PictureOperation): readonly DescribedFault[] {
  return [
    ...shapeFaults(operation),
    ...optionFaults(operation),
    ...imageFaults(operation),
    ...urlFaults(operation),
    ...underFaults(operation),
    ...faultsOfPoints(operation),
    ...nameFaults,
  ];
}

const nameFaults: readonly DescribedFault[] = [
  { ...fault('`Idempotency-Key` is no name', malformedIdempotencyKey()), beyondContract: true },
  { ...fault('`Idempotency-Key` was charged for another request', idempotencyMismatch()), beyondContract: true },
];

function underFaults({ options }: PictureOperation): readonly DescribedFault[] {
  if (!Object.hasOwn(options, backgroundNames.image)) return [];
  return backgroundFaults().map(({ when, refusal }) => ({ ...fault(when, refusal), beyondContract: true }));
}

function faultsOfPoints({ options }: PictureOperation): readonly DescribedFault[] {
  if (!Object.hasOwn(options, 'keep_points')) return [];
  return pointFaults().map(({ when, refusal }) => ({ ...fault(when, refusal), beyondContract: true }));
}

function urlFaults({ encoding }: PictureOperation): readonly DescribedFault[] {
  const faults = imageUrlFaults(encoding, defaultLimits.maxImageBytes);
  return faults.map(({ when, refusal }) => ({ ...fault(when, refusal), beyondContract: true }));
}

function shapeFaults({ encoding }: PictureOperation): readonly DescribedFault[] {
  const encoded = {
    ...fault('The body has a `Content-Encoding` other than `identity`', encodedBody()),
    beyondContract: true,
  };
  if (encoding === 'multipart') {
    return [
      encoded,
      fault('The file part is missing, or the body is not multipart/form-data', formRefusals.missingFile),
      fault('More than one image was sent, `file` and `image` together included', formRefusals.moreThanOneImage),
      fault(
        'The multipart text is malformed or has too many or too large fields',
        invalid(['body'], 'The multipart body ends before its closing boundary'),
      ),
    ];
  }
  return [
    encoded,
    {
      ...fault(
        'The body has more than 64 members and array elements, nested ones counted',
        tooManyMembers(defaultLimits.maxJsonMembers),
      ),
      beyondContract: true,
    },
    fault('`image_base64` is no text', jsonRefusals.noText),
    fault('Both `image_base64` and `image` were sent, or one member twice', jsonRefusals.bothNames),
    fault('The text is not Base64', jsonRefusals.alphabet),
    fault('The text begins with `data:`', jsonRefusals.dataPrefix),
  ];
}

function optionFaults(operation: PictureOperation): readonly DescribedFault[] {
  const { options, contradictions = [] } = operation;
  const ofOne = Object.entries(options).flatMap(([name, { wrong, beyondContract }]) =>
    wrong.map(({ problem, example }) => ({
      ...fault(`\`${name}\` ${problem}`, refusalOf(operation, { [name]: example })),
      beyondContract,
    })),
  );
  return [...ofOne, ...contradictions.map(({ when, given }) => fault(when, refusalOf(operation, given)))];
}

function imageFaults(operation: PictureOperation): readonly DescribedFault[] {
  const { encoding, unfitPictures = [] } = operation;
  const faults: DescribedFault[] = [
    fault(
      'The image is broken',
      invalidImage(encoding, 'The JPEG data is incomplete or broken; please send the original file'),
    ),
    {
      ...fault(
        'The picture has over 268,402,689 pixels or a side over 65,535 pixels',
        invalidImage(
          encoding,
          'The image is 20000x20000 pixels; the limit is 268402689 pixels and 65535 pixels a side',
        ),
      ),
      beyondContract: true,
    },
  ];
  if (encoding === 'json') {
    faults.push(fault('The image is over 20.0 MB', imageTooLarge(encoding, defaultLimits.maxImageBytes)));
    faults.push(fault('The image is of no supported format', unsupportedFormat(encoding)));
  }
  return [...faults, ...unfitPictures.map(({ when, message }) => fault(when, invalidImage(encoding, message)))];
}

function fault(when: string, { code, body }: Refusal): DescribedFault {
  return { code, when, body };
}

/** The refusal of options that are known to be wrong. */
function refusalOf(operation: PictureOperation, given: Readonly<Record<string, string>>): Refusal {
  try {
    operation.read(new Map(Object.entries(given)));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  throw new Error(`Expected ${JSON.stringify(given)} to be refused by ${operation.name}`);
}
