/** Refusals of pictures that a reference decodes, and answers that no reference can judge: why, by package and path. */

interface Reason {
  /** Of `pillow 13.0.0 Tests/images/….png`. */
  readonly file: RegExp;
  readonly reason: string;
}

const reasons: readonly Reason[] = [];

/** Why this file may be refused, or differ from its reference. */
export function reasonFor(title: string, path: string): string | null {
  return reasons.find(({ file }) => file.test(`${title} ${path}`))?.reason ?? null;
}
