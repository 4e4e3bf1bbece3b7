/** Operations 1 and 2: the photo with its background gone. */
import {
  fileMember,
  imageTypeHeaders,
  imageTypeMember,
  outputHeaders,
  outputMembers,
  sizeHeaders,
  sizeMembers,
} from '../answers.ts';
import { holes, holesOf, holesOption, ignoredHeaders, type WithHoles } from '../holes.ts';
import { model, modelOption, type WithModel } from '../model.ts';
import { asJson, base64, multipart, type OperationSpec, offOrOn } from '../operation.ts';
import { choice, flag } from '../options.ts';
import { cutoutOutput, outputContradictions, outputOptions, outputTooLarge } from '../output/options.ts';
import { outputOption, outputTypes, type WithOutput } from '../output/output.ts';
import { shadowContradiction, shadowOf, shadowOptions } from '../output/shadow.ts';
import { dropPoints, keepPoints, pointContradictions, pointsOf, pointsOption, type WithPoints } from '../points.ts';
import { roi, roiOption, roiTooSmall, type WithRoi } from '../roi.ts';

/** What soft pixels show: the subject's own colours as estimated, or the photo's. */
export const edgeColourChoices = ['refined', 'original'] as const;
export type EdgeColourChoice = (typeof edgeColourChoices)[number];

/** What is asked of a subject that turns out to be a vehicle. */
export interface VehicleTask {
  /** Whether glass is opened. */
  readonly windows: boolean;
  readonly shadow: boolean;
}

export interface CutoutTask extends WithHoles, WithModel, WithOutput, WithPoints, WithRoi {
  readonly kind: 'cutout';
  /** Whether to classify the picture as photograph or graphic as well. */
  readonly imageType: boolean;
  /** Whether soft pixels get the subject's own colours, or keep the photo's. */
  readonly cleanEdges: boolean;
  /** Whether the refiner may be asked, where the deployment has it switched on. */
  readonly refine: boolean;
  /** Absent where a vehicle is a subject like any other. */
  readonly vehicle?: VehicleTask;
}

/** Of every operation but those for cars. */
export const includeImageType = flag(
  'Whether to return how likely the picture is a photo and how likely a graphic.',
  true,
);
export const typeFlag = 'Set `include_image_type` to false to leave the image type out.';

/** Of every operation but those for cars. */
export const refine = choice(
  ['auto', 'off'],
  'Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this deployment has it switched on; `off` never does, which is faster.',
  'auto',
  { wrong: 'always', beyondContract: true },
);

const options = {
  include_image_type: includeImageType,
  edge_colors: choice(
    edgeColourChoices,
    "Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.",
    'refined',
    { wrong: 'clean', beyondContract: true },
  ),
  refine,
  model,
  roi,
  keep_points: keepPoints,
  drop_points: dropPoints,
  holes,
  ...outputOptions,
  ...shadowOptions,
};

const spec: OperationSpec<typeof options, CutoutTask> = {
  result: 'cutout',
  taskOptions: {
    imageType: offOrOn,
    cleanEdges: offOrOn,
    refine: offOrOn,
    vehicle: asJson<VehicleTask>(),
    model: modelOption,
    roi: roiOption,
    points: pointsOption,
    holes: holesOption,
    output: outputOption,
  },
  tag: 'Cutouts',
  requestName: 'Cutout',
  photo: 'photo.jpg',
  options,
  task: (values) => ({
    kind: 'cutout',
    imageType: values.include_image_type,
    cleanEdges: values.edge_colors === 'refined',
    refine: values.refine === 'auto',
    model: values.model,
    roi: values.roi,
    points: pointsOf(values.keep_points, values.drop_points),
    holes: holesOf(values.holes),
    ...cutoutOutput(values, shadowOf(values)),
  }),
  contradictions: [...pointContradictions, ...outputContradictions, shadowContradiction],
  unfitPictures: [...roiTooSmall, ...outputTooLarge],
};

export const cutout = multipart(spec, {
  name: 'image-without-background',
  summary: 'Cut out the subject, as a PNG',
  description: [
    'Takes an image file and answers with the PNG of its subject, at the size of the upright input. Options ask for another format, a background, a crop or another size.',
    'Opaque pixels keep the colours of the photo; where nothing is left the colour is 0, so the background really leaves.',
    typeFlag,
  ],
  answer: {
    description:
      'The cutout: an 8-bit RGBA PNG at the size of the upright input, where no option asks for anything else.',
    saveAs: 'cutout.png',
    types: outputTypes,
    headers: { ...sizeHeaders, ...imageTypeHeaders, ...outputHeaders, ...ignoredHeaders },
  },
});

export const cutoutBase64 = base64(spec, {
  name: 'image-without-background-base64',
  summary: 'Cut out the subject, as Base64 in JSON',
  description: [
    'Takes an image as Base64 and answers with the cutout as Base64. The picture is the one that the binary form gives.',
    typeFlag,
  ],
  answer: {
    name: 'CutoutAnswer',
    description: 'The cutout as Base64, with what is known about the picture.',
    files: {
      img_without_background_base64: fileMember(
        'Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for. Put `data:image/png;base64,` in front to show a PNG in a browser.',
        'cutout.png',
      ),
    },
    members: { ...sizeMembers, image_type: imageTypeMember, ...outputMembers },
    headers: ignoredHeaders,
  },
});
