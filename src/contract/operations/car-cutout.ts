/** Operations 5 and 6: the largest vehicle with its windows opened and its shadow baked in; and what cars share. */
import {
  fileMember,
  type Member,
  type Outcome,
  outputHeaders,
  outputMembers,
  sizeHeaders,
  sizeMembers,
} from '../answers.ts';
import { model, modelOption, type WithModel } from '../model.ts';
import { base64, multipart, type OperationSpec, offOrOn } from '../operation.ts';
import { choice, flag, type ValuesOf, wrongValue } from '../options.ts';
import { cutoutOutput, outputContradictions, outputOptions, outputTooLarge } from '../output/options.ts';
import { outputOption, outputTypes, type WithOutput } from '../output/output.ts';
import { roi, roiOption, roiTooSmall, type WithRoi } from '../roi.ts';

/** Renderers of the cast shadow that can be chosen. */
export const shadowTypes = ['ai', 'none'] as const;
export type ShadowType = (typeof shadowTypes)[number];

/** What a task for cars says, whatever its kind. */
export interface CarSwitches extends WithModel, WithRoi {
  /** Whether glass is opened. */
  readonly windows: boolean;
  readonly shadow: boolean;
}

export interface CarCutoutTask extends CarSwitches, WithOutput {
  readonly kind: 'car-cutout';
}

export const carOptions = {
  shadow_type: choice(
    shadowTypes,
    'The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.',
    undefined,
    { planned: ['geometric', 'auto'], wrong: 'soft', schema: { default: 'ai' } },
  ),
  include_shadow: flag(
    'Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type` answers 422.',
    undefined,
    { deprecated: true },
  ),
  reconstruct_windows: flag(
    'Whether to open the glass so that a new background shows through. False keeps the plain silhouette.',
    true,
  ),
  model,
  roi,
};

/**
 * What the options of a car say.
 * @throws Refused 422 `value_error` where the two options of the shadow contradict each other
 */
export function carSwitches(values: ValuesOf<typeof carOptions>): CarSwitches {
  const { shadow_type: chosen, include_shadow: included, reconstruct_windows: windows, model: asked, roi } = values;
  const mapped = included === undefined ? undefined : included ? 'ai' : 'none';
  if (chosen !== undefined && mapped !== undefined && chosen !== mapped) {
    throw wrongValue(
      'include_shadow',
      `include_shadow=${included} contradicts shadow_type=${chosen}. Send shadow_type alone; include_shadow is deprecated`,
      'value_error',
    );
  }
  return { windows, shadow: (chosen ?? mapped ?? 'ai') === 'ai', model: asked, roi };
}

/** What rooms of cars share. */
export const carRoom = {
  taskOptions: { windows: offOrOn, shadow: offOrOn, model: modelOption, roi: roiOption },
  tag: 'Cars',
  requestName: 'Car',
  photo: 'car.jpg',
  options: carOptions,
  contradictions: [
    {
      when: 'Both shadow options were sent and contradict',
      given: { shadow_type: 'none', include_shadow: 'true' },
    },
  ],
  unfitPictures: [
    { when: 'No vehicle is in the picture', message: 'No vehicle was found in the image' },
    ...roiTooSmall,
  ],
} as const;

/** Which shadow the answer of a task has. */
function shadowOf({ shadow }: CarSwitches): ShadowType {
  return shadow ? 'ai' : 'none';
}

export const shadowMember: Member<Outcome, CarSwitches> = {
  schema: { type: 'string', enum: shadowTypes, description: 'Shadow that was drawn.', example: 'ai' },
  of: (_outcome, task) => shadowOf(task),
};

const options = { ...carOptions, ...outputOptions };

const spec: OperationSpec<typeof options, CarCutoutTask> = {
  ...carRoom,
  result: 'car-cutout',
  taskOptions: { ...carRoom.taskOptions, output: outputOption },
  options,
  task: (values) => ({ kind: 'car-cutout', ...carSwitches(values), ...cutoutOutput(values) }),
  contradictions: [...carRoom.contradictions, ...outputContradictions],
  unfitPictures: [...carRoom.unfitPictures, ...outputTooLarge],
};

const description = [
  'Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask for another format, a background, a crop or another size.',
];

export const carCutout = multipart(spec, {
  name: 'car-image-without-background',
  summary: 'Cut out a car, as a PNG',
  description,
  answer: {
    description:
      'The car cutout: an 8-bit RGBA PNG at the size of the upright input, where no option asks for anything else.',
    saveAs: 'car-cutout.png',
    types: outputTypes,
    headers: { ...sizeHeaders, 'X-Shadow-Type': { of: (_outcome, task) => shadowOf(task) }, ...outputHeaders },
  },
});

export const carCutoutBase64 = base64(spec, {
  name: 'car-image-without-background-base64',
  summary: 'Cut out a car, as Base64 in JSON',
  description,
  answer: {
    name: 'CarCutoutAnswer',
    description: 'The car cutout as Base64, with what is known about the picture.',
    files: {
      img_without_background_base64: fileMember(
        'Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for; the shadow is baked in unless `none` was chosen.',
        'car-cutout.png',
      ),
    },
    members: { ...sizeMembers, shadow_type: shadowMember, ...outputMembers },
  },
});
