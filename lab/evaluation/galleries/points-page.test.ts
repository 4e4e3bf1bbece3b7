/** The page of clicks as text. */
import { describe, expect, it } from 'vitest';
import { type PointsEntry, pointsPage } from './points-page.ts';

const cup: PointsEntry = {
  name: 'cup.png',
  caption: {
    ...{ caption: 'A saucer', source: '[Ann](https://example.com)', licence: 'CC0' },
    ...{ drop: '22% 60%', clicked: 'The saucer is gone.' },
  },
  file: 'clicks/cup #1.webp',
};

describe('the page of clicks', () => {
  it('shows each sheet under a numbered heading, below what is said of all', () => {
    const text = pointsPage('Clicks', 'Ten of 40.', [cup, { ...cup, caption: { keep: '1% 2%' } }]);
    expect([...text.matchAll(/^#+ .*$/gm)].map(String)).toEqual(['# Clicks', '## 1. A saucer', '## 2. cup.png']);
    expect(text).toContain('<img src="clicks/cup%20%231.webp"');
    expect(text.indexOf('Ten of 40.')).toBeLessThan(text.indexOf('## 1'));
  });

  it('gives what the click changed, the option, the author of the photo and the licence', () => {
    const origin = 'Photo: [Ann](https://example.com), CC0.';
    expect(pointsPage('Clicks', '', [cup])).toContain(`\n\nThe saucer is gone. \`drop_points=22% 60%\`. ${origin}\n`);
    expect(pointsPage('Clicks', '', [{ ...cup, caption: { keep: '1% 2%' } }])).toContain('\n\n`keep_points=1% 2%`.\n');
  });
});
