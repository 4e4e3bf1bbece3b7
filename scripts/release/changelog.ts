/** CHANGELOG.md: entries that are not released yet have a heading of their own, and go under a version. */

const unreleasedHeading = '## Unreleased';

/** The entries under *Unreleased*; an empty text where there are none. */
export function unreleased(changelog: string): string {
  const [, after = ''] = splitAtHeading(changelog);
  const next = after.search(/^## /m);
  return (next < 0 ? after : after.slice(0, next)).trim();
}

/**
 * The changelog with the unreleased entries under a version, and nothing under *Unreleased*.
 * @param date such as 2026-11-22
 */
export function withVersion(changelog: string, version: string, date: string): string {
  const [before, after] = splitAtHeading(changelog);
  return `${before}${unreleasedHeading}\n\n## ${version} (${date})\n${after}`;
}

function splitAtHeading(changelog: string): [before: string, after: string] {
  const at = changelog.search(new RegExp(`^${unreleasedHeading}$`, 'm'));
  if (at < 0) throw new Error(`CHANGELOG.md has no heading "${unreleasedHeading}"`);
  return [changelog.slice(0, at), changelog.slice(at + unreleasedHeading.length + 1)];
}

/** Whether it has a heading of this version, with a date. */
export function hasVersion(changelog: string, version: string): boolean {
  return changelog.split('\n').some((line) => line.startsWith(`## ${version} (`));
}
