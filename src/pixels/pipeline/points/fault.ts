/** Points that cannot be used, although they are written as points are. */
import type { PointsField } from '../../../contract/points.ts';
import { ImageFault } from '../picture/fault.ts';

/** What is wrong: their place, or that no part of the picture is there. */
export const pointFaultCodes = ['VALIDATION_ERROR', 'POINT_NOT_FOUND'] as const;
export type PointFaultCode = (typeof pointFaultCodes)[number];

/** It is a point that cannot be used, not the picture. */
export class PointFault extends ImageFault {
  readonly field: PointsField;
  readonly code: PointFaultCode;

  constructor(field: PointsField, code: PointFaultCode, message: string, cause?: unknown) {
    super('invalid', message, cause);
    this.name = 'PointFault';
    this.field = field;
    this.code = code;
  }
}
