/** The shadow that a call of the remove.bg API asks for: by a field of today, or by one of two older ones. */

/** Words of `shadow_type`. */
export const shadowTypes = ['none', 'auto', 'drop', '3D', 'car', 'legacy'] as const;
type ShadowType = (typeof shadowTypes)[number];

/** Words of `shadow_method`: how a shadow is made, or what `shadow_type` has too. */
export const shadowMethods = ['latest', ...shadowTypes] as const;

/** The fields that ask for one. */
export interface ShadowFields {
  readonly add_shadow: boolean;
  readonly shadow_type: ShadowType;
  readonly shadow_method: (typeof shadowMethods)[number];
}

/** What is asked for, and by which field. */
interface AskedShadow {
  readonly field: keyof ShadowFields;
  readonly type: Exclude<ShadowType, 'none'>;
}

/** The shadow that is asked for; null for none. `latest` and `legacy` of the method ask for none by themselves. */
export function askedShadow({
  add_shadow: added,
  shadow_type: type,
  shadow_method: method,
}: ShadowFields): AskedShadow | null {
  if (type !== 'none') return { field: 'shadow_type', type };
  if (method !== 'none' && method !== 'latest' && method !== 'legacy') return { field: 'shadow_method', type: method };
  return added ? { field: 'add_shadow', type: 'auto' } : null;
}
