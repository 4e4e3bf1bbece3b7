/** Operations 3 and 4: the matte alone, always equal to the alpha of the cutout. */
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
import { base64, multipart, type OperationSpec, offOrOn } from '../operation.ts';
import { geometryContradictions, geometryOptions, matteOutput, outputTooLarge } from '../output/options.ts';
import { outputOption, type WithOutput } from '../output/output.ts';
import { dropPoints, keepPoints, pointContradictions, pointsOf, pointsOption, type WithPoints } from '../points.ts';
import { roi, roiOption, roiTooSmall, type WithRoi } from '../roi.ts';
import { includeImageType, refine, typeFlag } from './cutout.ts';

export interface MatteTask extends WithHoles, WithModel, WithOutput, WithPoints, WithRoi {
  readonly kind: 'matte';
  /** Whether to classify the picture as photograph or graphic as well. */
  readonly imageType: boolean;
  /** Whether the refiner may be asked, where the deployment has it switched on. */
  readonly refine: boolean;
}

const options = {
  include_image_type: includeImageType,
  refine,
  model,
  roi,
  keep_points: keepPoints,
  drop_points: dropPoints,
  holes,
  ...geometryOptions,
};

const spec: OperationSpec<typeof options, MatteTask> = {
  result: 'matte',
  taskOptions: {
    imageType: offOrOn,
    refine: offOrOn,
    model: modelOption,
    roi: roiOption,
    points: pointsOption,
    holes: holesOption,
    output: outputOption,
  },
  tag: 'Mattes',
  requestName: 'Matte',
  photo: 'photo.jpg',
  options,
  task: (values) => ({
    kind: 'matte',
    imageType: values.include_image_type,
    refine: values.refine === 'auto',
    model: values.model,
    roi: values.roi,
    points: pointsOf(values.keep_points, values.drop_points),
    holes: holesOf(values.holes),
    ...matteOutput(values),
  }),
  contradictions: [...pointContradictions, ...geometryContradictions],
  unfitPictures: [...roiTooSmall, ...outputTooLarge],
};

export const matte = multipart(spec, {
  name: 'alpha-channel',
  summary: 'Alpha matte of the subject, as a PNG',
  description: [
    'Takes an image file and answers with the matte alone, at the size of the upright input. Apply it to your own original as its alpha channel. Options ask for a crop or another size; with the same ones it fits the cutout.',
    typeFlag,
  ],
  answer: {
    description:
      'The matte: an 8-bit greyscale PNG at the size of the upright input, where no option asks for another; 255 for opaque foreground.',
    saveAs: 'matte.png',
    headers: { ...sizeHeaders, ...imageTypeHeaders, ...outputHeaders, ...ignoredHeaders },
  },
});

export const matteBase64 = base64(spec, {
  name: 'alpha-channel-base64',
  summary: 'Alpha matte of the subject, as Base64 in JSON',
  description: [
    'Takes an image as Base64 and answers with the matte as Base64. The matte is the one that the binary form gives.',
    typeFlag,
  ],
  answer: {
    name: 'MatteAnswer',
    description: 'The matte as Base64, with what is known about the picture.',
    files: {
      alpha_base64: fileMember(
        'Base64 of an 8-bit greyscale PNG at the input size, or of what the options ask for: 255 is opaque foreground, 0 is background.',
        'matte.png',
      ),
    },
    members: { ...sizeMembers, image_type: imageTypeMember, ...outputMembers },
    headers: ignoredHeaders,
  },
});
