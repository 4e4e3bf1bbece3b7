/** The remove.bg compatibility API in the description: its routes beyond the contract, with a tag of their own. */
import type { modelHeaders, reviewHeaders } from '../../answers.ts';
import { type HeaderName, headerReferences, rateHeaders } from '../../headers.ts';
import { outputTypes } from '../../output/output.ts';
import { imageFields } from '../../removebg/fields.ts';
import { keptDays } from '../../removebg/improve.ts';
import { reference } from '../errors.ts';
import { headerParameters, requestIdParameter } from '../requests.ts';
import { balanceSamples, uploadSamples } from '../samples.ts';
import { accountRefusals, improvementRefusals, pictureRefusals } from './refusals.ts';

/** The routes, for lists. */
export const removebgRoutes = {
  picture: { method: 'POST', path: '/v1.0/removebg', summary: 'Cut out the subject, as clients of remove.bg ask' },
  improve: { method: 'POST', path: '/v1.0/improve', summary: 'Give an image for better results' },
  account: { method: 'GET', path: '/v1.0/account', summary: 'Credits left, as clients of remove.bg ask' },
} as const;

export const removebgTag = {
  name: 'remove.bg compatibility',
  description:
    'The calls that clients of remove.bg make: change their address and key. Beyond the contract. A deployment may close all routes (`REMOVEBG_COMPAT=off`); they then answer 404. Which field and which answer is the same: [Coming from remove.bg](/docs/guide/from-removebg).',
};

/** Headers of a picture that no operation of the contract has. */
export const removebgHeaders = {
  'X-Credits-Charged': text(
    'Credits that the call cost: `1`, or `0` for a free preview, and for a repeat with an `Idempotency-Key`.',
  ),
  'X-Type': text(
    'What the subject is: the `type` that was sent, or what was found for `auto`: `car`, `graphic` or `other`. Absent where `type_level` is `none`.',
  ),
  'X-Substituted': text(
    'What was drawn with the nearest that there is: `shadow_type=3D>car`, and more after commas. Absent where nothing was.',
  ),
  'X-Kept': text('How long an image that was given for better results is kept: `none` or `30 days`.'),
  'X-Width': text('Width of the answer in pixels.'),
  'X-Height': text('Height of the answer in pixels.'),
  'X-Foreground-Top': text("Top of the subject's box, in pixels of the upright input."),
  'X-Foreground-Left': text("Left side of the subject's box."),
  'X-Foreground-Width': text("Width of the subject's box."),
  'X-Foreground-Height': text("Height of the subject's box."),
};

const tags = [removebgTag.name];
const everyAnswer: readonly HeaderName[] = ['X-Request-Id', ...rateHeaders, 'Server-Timing'];
const pictureNames = [
  'X-Matte-Uncertainty',
  'X-Needs-Review',
  'X-Model',
] as const satisfies (keyof (typeof reviewHeaders & typeof modelHeaders))[];

/** All routes by their paths. */
export function removebgPaths(serverUrl: string, supportEmail: string) {
  const { picture, improve, account } = removebgRoutes;
  return {
    [picture.path]: pictureRoute(serverUrl, supportEmail),
    [improve.path]: improvementRoute(serverUrl, supportEmail),
    [account.path]: accountRoute(serverUrl, supportEmail),
  };
}

function pictureRoute(serverUrl: string, supportEmail: string) {
  const { picture } = removebgRoutes;
  return {
    post: {
      operationId: 'removebg',
      summary: picture.summary,
      description: [
        'Takes an image and answers with the picture.',
        'Where `Accept` names `application/json`, and no picture, archive or `*/*` beside it, the answer is `{"data": {"result_b64", "foreground_top", "foreground_left", "foreground_width", "foreground_height"}}`.',
        'A value that remove.bg documents is never refused: what cannot change the picture is named in `X-Ignored`, what is drawn with our nearest in `X-Substituted`. Words and names of colours may be in any case. Unknown fields are ignored.',
        'Costs 1 credit when it answers 200, nothing otherwise. A deployment may have some previews free: `free_calls` of the account says how many are left.',
      ].join('\n\n'),
      tags,
      parameters: headerParameters,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: reference('RemovebgUpload') },
          'application/json': { schema: reference('RemovebgRequest') },
          'application/x-www-form-urlencoded': { schema: reference('RemovebgForm') },
        },
      },
      responses: {
        200: {
          description: 'The picture: a PNG where no field asks for another format.',
          headers: { ...ownHeaders(), ...headerReferences([...pictureNames, ...everyAnswer]) },
          // JSON is in the text alone: beside pictures, some generators read every answer as JSON.
          content: Object.fromEntries(
            outputTypes.all.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
          ),
        },
        ...pictureRefusals(supportEmail),
      },
      'x-beyond-contract': true,
      'x-codeSamples': uploadSamples(`${serverUrl}${picture.path}`, imageFields.file, { size: 'auto' }),
    },
  };
}

function improvementRoute(serverUrl: string, supportEmail: string) {
  const { improve } = removebgRoutes;
  return {
    post: {
      operationId: 'removebg-improve',
      summary: improve.summary,
      description: `Takes an image that was not cut out well, and answers with an id. A deployment that keeps such images keeps them for ${keptDays} days, and says so in \`X-Kept\`; another checks the image and forgets it.\n\nFree, but it counts towards the rate limit.`,
      tags,
      // openapi-python-client makes code that does not run of a body of several types without any parameter beside it.
      parameters: [requestIdParameter],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: reference('RemovebgImproveUpload') },
          'application/json': { schema: reference('RemovebgImproveRequest') },
          'application/x-www-form-urlencoded': { schema: reference('RemovebgImproveForm') },
        },
      },
      responses: {
        200: {
          description: 'The image was accepted.',
          headers: { 'X-Kept': { $ref: '#/components/headers/X-Kept' }, ...headerReferences(everyAnswer) },
          content: { 'application/json': { schema: reference('RemovebgImprovement') } },
        },
        ...improvementRefusals(supportEmail),
      },
      'x-beyond-contract': true,
      'x-codeSamples': uploadSamples(
        `${serverUrl}${improve.path}`,
        imageFields.file,
        { tag: 'chairs' },
        { saveAs: 'given.json' },
      ),
    },
  };
}

function accountRoute(serverUrl: string, supportEmail: string) {
  const { account } = removebgRoutes;
  return {
    get: {
      operationId: 'removebg-account',
      summary: account.summary,
      description:
        'Credits that the key can spend now, in `total` and in `payg`: here are no subscriptions. `free_calls` are the previews that are still free this month.\n\nFree, but it counts towards the rate limit.',
      tags,
      responses: {
        200: {
          description: 'What the key can spend.',
          headers: headerReferences(everyAnswer),
          content: { 'application/json': { schema: reference('RemovebgAccount') } },
        },
        ...accountRefusals(supportEmail),
      },
      'x-beyond-contract': true,
      'x-codeSamples': balanceSamples(`${serverUrl}${account.path}`),
    },
  };
}

function ownHeaders() {
  return Object.fromEntries(
    [...Object.keys(removebgHeaders), 'X-Ignored' satisfies HeaderName]
      .filter((name) => name !== 'X-Kept')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function text(description: string) {
  return { description, schema: { type: 'string' }, 'x-beyond-contract': true };
}
