/** What the remove.bg compatibility API answers other than 200: our own refusals in its words. */
import { headerReferences } from '../../headers.ts';
import { imageUrlFaults, moreThanOneSource } from '../../image-url.ts';
import { defaultLimits, megabytes } from '../../limits.ts';
import { cutout } from '../../operations/cutout.ts';
import { backgroundFaults } from '../../output/background.ts';
import { imageTooLarge, invalid, invalidImage, type Refusal, Refused, refusal } from '../../refusals.ts';
import type { ErrorCode } from '../../removebg/codes.ts';
import { backgroundFields, imageFields, imageSources, readFields, roiBeyond } from '../../removebg/fields.ts';
import { inRemovebgWords, refusedWith } from '../../removebg/refusals.ts';
import { smallRoi } from '../../roi.ts';
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
  const own = [...faultsOf(cutout, supportEmail)].filter(([status]) => [402, 408, 415].includes(status));
  const free = [...faultsOf(null, supportEmail)];
  return answersOf([...[...free, ...own].flatMap(([status, faults]) => rowsOf(status, faults)), ...imageRows()]);
}

/** The refusals of the balance, by status. */
export function accountRefusals(supportEmail: string) {
  return answersOf([...faultsOf(null, supportEmail)].flatMap(([status, faults]) => rowsOf(status, faults)));
}

/** What is wrong with the image of a request, as far as its header and its length say. */
function imageRows(): Row[] {
  const { refusal: none } = refusedWith('missing_source', `No image was given. Send ${imageSources}`);
  const { refusal: several } = refusedWith('multiple_sources', `Send one image: ${imageSources}`);
  const tooMany = 'The image is 20000x20000 pixels; the limit is 268402689 pixels and 65535 pixels a side';
  return [
    rowOf('The image is missing', none),
    rowOf('More than one image was sent', several),
    rowOf(`The image is over ${megabytes(maxRemovebgImageBytes)}`, imageTooLarge('multipart', maxRemovebgImageBytes)),
    rowOf('The JSON body is not a JSON object, or is nested too deeply', refusal('INVALID_JSON')),
    rowOf(
      'The image has no header that says its size',
      brokenImage('The image header is incomplete'),
      'invalid_dimensions',
    ),
    rowOf('The image has too many pixels', brokenImage(tooMany), 'resolution_too_high'),
    ...imageUrlFaults('multipart', maxRemovebgImageBytes)
      .filter(({ refusal }) => refusal !== moreThanOneSource)
      .map(({ when, refusal }) => rowOf(when, refusal)),
  ];
}

function brokenImage(problem: string): Refusal {
  return invalidImage('multipart', problem);
}

/** What is wrong with a background, as that of an operation. */
function backgroundRows(): Row[] {
  return backgroundFaults(backgroundFields, maxRemovebgImageBytes).map(({ when, refusal }) => rowOf(when, refusal));
}

/** Wrong values, one for each code. */
const wrongFields: readonly (readonly [when: string, given: Readonly<Record<string, string>>])[] = [
  ['Another field has a wrong value', { size: 'huge' }],
  ['`format` has a wrong value', { format: 'gif' }],
  ['`roi` is not four lengths', { roi: 'left half' }],
  ['`semitransparency` is no boolean', { semitransparency: 'maybe' }],
  ['`crop_margin` has a wrong value', { crop_margin: '60%' }],
  ['`scale` has a wrong value', { scale: '5%' }],
  ['`position` has a wrong value', { position: 'left' }],
  ['`bg_color` is no colour', { bg_color: '#12' }],
  ['More than one background was sent', { bg_color: 'fff', bg_image_url: 'https://images.example.com/beach.jpg' }],
];

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
    ...wrongFields.map(([when, given]) => rowOf(when, wrongField(given))),
    rowOf('`roi` reaches beyond the image', roiBeyond().refusal),
    rowOf(
      '`roi` covers less than 16 × 16 pixels of the image',
      refusedWith('roi_region_empty', smallRoi(8, 8)).refusal,
    ),
    rowOf('The image is broken', brokenImage('The JPEG data is incomplete or broken; please send the original file')),
    rowOf(
      'Nothing in the image is to be kept, or `type` is `car` and there is no vehicle',
      absent,
      'unknown_foreground',
    ),
  ];
}

function rowsOf(status: number, faults: readonly DescribedFault[]): Row[] {
  return faults.map(({ when, code, body }) => rowOf(when, { status, code, body }));
}

/** @param ofPicture what the fault of a picture is called, where that says more than the refusal */
function rowOf(when: string, ours: Refusal, ofPicture: ErrorCode | null = null): Row {
  const { status, code, body } = inRemovebgWords(ours, ofPicture);
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
