/** Operation 7: the largest vehicle in layers, and the angles from which the camera saw it. Base64 alone. */
import { fileMember, type Member, type Outcome, sizeMembers } from '../answers.ts';
import { base64, type OperationSpec } from '../operation.ts';
import { type CarSwitches, type carOptions, carRoom, carSwitches, shadowMember } from './car-cutout.ts';

export interface CarLayersTask extends CarSwitches {
  readonly kind: 'car-layers';
}

const spec: OperationSpec<typeof carOptions, CarLayersTask> = {
  ...carRoom,
  result: 'car-layers',
  requestName: 'CarLayers',
  task: (values) => ({ kind: 'car-layers', ...carSwitches(values) }),
};

const view: Member<Outcome> = {
  component: 'CarView',
  schema: {
    type: 'object',
    properties: {
      azimuth_deg: {
        type: 'number',
        minimum: 0,
        exclusiveMaximum: 360,
        description: 'Orbit around the car in degrees: 0 is the front, rising counterclockwise seen from above.',
      },
      elevation_deg: {
        type: 'number',
        minimum: -90,
        maximum: 90,
        description: 'Look angle above the horizon in degrees: 0 is level with the mid-body, positive is from above.',
      },
    },
    required: ['azimuth_deg', 'elevation_deg'],
    description: 'Where the camera stood.',
    example: { azimuth_deg: 37.5, elevation_deg: 6.2 },
  },
  of: ({ view: angles }) => (angles ? { azimuth_deg: angles.azimuth, elevation_deg: angles.elevation } : undefined),
};

export const carLayersBase64 = base64(spec, {
  name: 'car-layers-base64',
  summary: 'Car cutout, shadow and view angles, in JSON',
  description: [
    'Finds the largest vehicle and answers with its layers: the cutout without a shadow, the shadow as a greyscale PNG of its own, and the angles from which the camera saw the car. `shadow_type=none` leaves the shadow out.',
  ],
  answer: {
    name: 'CarLayersAnswer',
    description: 'Cutout and shadow as Base64, and where the camera stood.',
    files: {
      img_without_background_base64: fileMember(
        'Base64 of an 8-bit RGBA PNG at the input size. The shadow is not baked in.',
        'car-cutout.png',
      ),
      shadow_base64: {
        ...fileMember(
          'Base64 of an 8-bit greyscale PNG at the input size: 255 is the darkest shadow. Absent when `shadow_type` is `none`.',
          'shadow.png',
          ({ shadowPng }) => shadowPng,
        ),
        optional: true,
      },
    },
    members: { view, ...sizeMembers, shadow_type: shadowMember },
  },
});
