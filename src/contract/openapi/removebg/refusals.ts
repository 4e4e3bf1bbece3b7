/** What the remove.bg compatibility API answers other than 200: our own refusals in its words. */
import { headerReferences } from '../../headers.ts';
import { imageUrlFaults } from '../../image-url.ts';
import { defaultLimits, megabytes } from '../../limits.ts';
import { cutout } from '../../operations/cutout.ts';
import { backgroundFaults } from '../../output/background.ts';
import { imageTooLarge, invalid, invalidImage, type Refusal, Refused, refusal } from '../../refusals.ts';
import { backgroundFields, imageFields, imageSources, readFields } from '../../removebg/fields.ts';
import { inRemovebgWords } from '../../removebg/refusals.ts';
import { reference } from '../errors.ts';
import { examplesOf, faultsOf, refusalHeaders } from '../refusals.ts';
import type { DescribedFault } from '../validation.ts';

const { maxRemovebgImageBytes } = defaultLimits;

interface Row {
  readonly status: number;
  /** The code in its body. */
  readonly word: string;
  readonly fault: DescribedFault;
}

/** The refusals of a picture's call, by status. */
export function pictureRefusals(supportEmail: string) {
  const ofCutout = [...faultsOf(cutout, supportEmail)].filter(([status]) => status !== 413 && status !== 422);
  return answersOf([...ofCutout.flatMap(([status, faults]) => rowsOf(status, faults)), ...ownRows()]);
}

/** The refusals of an image that is given, by status. */
export function improvementRefusals(supportEmail: string) {
  const own = [...faultsOf(cutout, supportEmail)].filter(([status]) => [408, 415].includes(status));
  const free = [...faultsOf(null, supportEmail)];
  return answersOf([...[...free, ...own].flatMap(([status, faults]) => rowsOf(status, faults)), ...imageRows()]);
}

/** The refusals of the balance, by status. */
export function accountRefusals(supportEmail: string) {
  return answersOf([...faultsOf(null, supportEmail)].flatMap(([status, faults]) => rowsOf(status, faults)));
}

/** What is wrong with the image of a request, as far as its header and its length say. */
function imageRows(): Row[] {
  const none = invalid(['body', imageFields.file], `No image was given. Send ${imageSources}`);
  return [
    rowOf('The image is missing, or more than one was sent', none),
    rowOf(`The image is over ${megabytes(maxRemovebgImageBytes)}`, imageTooLarge('multipart', maxRemovebgImageBytes)),
    rowOf('The JSON body is not a JSON object, or is nested too deeply', refusal('INVALID_JSON')),
    ...imageUrlFaults('multipart', maxRemovebgImageBytes).map(({ when, refusal }) => rowOf(when, refusal)),
  ];
}

/** What is wrong with a background, as that of an operation. */
function backgroundRows(): Row[] {
  return backgroundFaults(backgroundFields, maxRemovebgImageBytes).map(({ when, refusal }) => rowOf(when, refusal));
}

/** What is wrong with a request in its own fields. */
function ownRows(): Row[] {
  const { file } = imageFields;
  const absent = invalid(
    ['body', file],
    'Could not identify a foreground in the image',
    'value_error',
    'INVALID_IMAGE',
  );
  return [
    ...imageRows(),
    ...backgroundRows(),
    rowOf('A field has a wrong value, or asks for what cannot be done', wrongField({ size: 'huge' })),
    rowOf(
      'The image is broken',
      invalidImage('multipart', 'The JPEG data is incomplete or broken; please send the original file'),
    ),
    rowOf('Nothing in the image is to be kept, or `type` is `car` and there is no vehicle', absent, true),
  ];
}

function rowsOf(status: number, faults: readonly DescribedFault[]): Row[] {
  return faults.map(({ when, code, body }) => rowOf(when, { status, code, body }));
}

function rowOf(when: string, ours: Refusal, nothingFound = false): Row {
  const { status, code, body } = inRemovebgWords(ours, nothingFound);
  return { status, word: 'errors' in body ? body.errors[0].code : '', fault: { code, when, body } };
}

function answersOf(rows: readonly Row[]) {
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = rows.filter((row) => row.status === status);
      return [
        status,
        {
          description: own.map(({ word, fault: { code, when } }) => `- \`${word}\` (\`${code}\`): ${when}.`).join('\n'),
          headers: headerReferences(refusalHeaders(status)),
          content: {
            'application/json': {
              schema: reference('RemovebgRefusal'),
              examples: examplesOf(own.map(({ fault }) => fault)),
            },
          },
        },
      ];
    }),
  );
}

/** The refusal of fields that are known to be wrong. */
function wrongField(given: Readonly<Record<string, string>>): Refusal {
  try {
    readFields(new Map(Object.entries(given)));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  throw new Error(`Expected ${JSON.stringify(given)} to be refused`);
}
