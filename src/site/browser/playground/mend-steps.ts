/** What a person did to a result, in one list: clicks and strokes of the brush, so that undo goes through both. */
import type { Stroke } from '../brush/repaint.ts';
import type { Click } from './points.ts';

export type MendStep =
  | { readonly kind: 'point'; readonly point: Click }
  | { readonly kind: 'stroke'; readonly stroke: Stroke };

/** The points among the steps, oldest first. */
export function pointsAmong(steps: readonly MendStep[]): readonly Click[] {
  return steps.flatMap((step) => (step.kind === 'point' ? step.point : []));
}

/** The strokes among the steps, oldest first. */
export function strokesAmong(steps: readonly MendStep[]): readonly Stroke[] {
  return steps.flatMap((step) => (step.kind === 'stroke' ? step.stroke : []));
}

/** The steps without some points, which the service has refused. */
export function withoutPoints(steps: readonly MendStep[], refused: readonly Click[]): readonly MendStep[] {
  return steps.filter((step) => step.kind === 'stroke' || !refused.includes(step.point));
}
