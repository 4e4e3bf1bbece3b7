import { expect, test } from 'vitest';
import { hasVersion, unreleased, withVersion } from './changelog.ts';

const before = '# Changelog\n\nNewest first.\n\n';
const released = '## 0.1.0 (2026-11-22)\n\nThe first version.\n';

test('entries go under the version, older ones stay', () => {
  const changelog = `${before}## Unreleased\n\n- **One**\n  of two lines.\n\n### Fixed\n- Two\n\n${released}`;
  expect(unreleased(changelog)).toBe('- **One**\n  of two lines.\n\n### Fixed\n- Two');
  const after = withVersion(changelog, '0.2.0', '2027-01-02');
  expect(after).toBe(
    `${before}## Unreleased\n\n## 0.2.0 (2027-01-02)\n\n- **One**\n  of two lines.\n\n### Fixed\n- Two\n\n${released}`,
  );
  expect(unreleased(after)).toBe('');
  expect(['0.2.0', '0.2', '0.1.0'].map((version) => hasVersion(after, version))).toEqual([true, false, true]);
  expect(hasVersion(changelog, '0.2.0')).toBe(false);
});

test('before the first version it is the last heading', () => {
  expect(unreleased(`${before}## Unreleased\n\n- One\n`)).toBe('- One');
});

test.each(['', '\n', '   \n\n'])('nothing under the heading (%j) is nothing', (between) => {
  expect(unreleased(`${before}## Unreleased\n${between}${released}`)).toBe('');
});

test('a changelog without the heading is no changelog', () => {
  expect(() => unreleased(before + released)).toThrow('CHANGELOG.md has no heading "## Unreleased"');
});
