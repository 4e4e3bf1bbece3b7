/** What a person did to a result, in one list: clicks, choices of holes and strokes of the brush, so that undo goes through all. */
import type { Stroke } from '../brush/repaint.ts';
import type { MendChange } from './points.ts';

export type MendStep =
  | { readonly kind: 'change'; readonly change: MendChange }
  | { readonly kind: 'stroke'; readonly stroke: Stroke };

/** What the service is asked for, oldest first. */
export function changesAmong(steps: readonly MendStep[]): readonly MendChange[] {
  return steps.flatMap((step) => (step.kind === 'change' ? step.change : []));
}

/** The strokes among the steps, oldest first. */
export function strokesAmong(steps: readonly MendStep[]): readonly Stroke[] {
  return steps.flatMap((step) => (step.kind === 'stroke' ? step.stroke : []));
}

/** The steps without some changes, which the service has refused. */
export function withoutChanges(steps: readonly MendStep[], refused: readonly MendChange[]): readonly MendStep[] {
  return steps.filter((step) => step.kind === 'stroke' || !refused.includes(step.change));
}
