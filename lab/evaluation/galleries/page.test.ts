/** The page of a gallery as text. */
import { describe, expect, it } from 'vitest';
import { page, type Row } from './page.ts';

const car: Row = {
  name: 'car.jpg',
  section: 'cars',
  caption: { caption: 'A car', source: '[Ann](https://example.com)', licence: 'CC0' },
  photo: { file: 'images/car.webp', shows: 'the photo' },
  columns: [
    [
      { file: 'images/car-white.webp', shows: 'on white' },
      { file: 'images/car-white-plain.webp', shows: 'on white', label: 'no shadow' },
    ],
    [{ text: '422: No vehicle | found' }],
  ],
};

describe('the page', () => {
  it('gives each input one row, each background one cell, with pictures that open', () => {
    const rows = page('Cars', [car])
      .split('\n')
      .filter((line) => line.includes('car.webp'));
    expect(rows).toHaveLength(1);
    const cells = rows[0].split(/(?<!\\)\|/);
    expect(cells).toHaveLength(5);
    expect(cells[1]).toContain('<a href="images/car.webp"><img src="images/car.webp"');
    expect(cells[2].match(/<img/g)).toHaveLength(2);
  });

  it('reaches files with odd names', () => {
    const photo = { file: 'images/my car #2.webp', shows: 'the photo' };
    expect(page('Cars', [{ ...car, photo }])).toContain('src="images/my%20car%20%232.webp"');
  });

  it('labels a picture where a cell has several', () => {
    expect(page('Cars', [car])).toContain('</a><br><sub>no shadow</sub>');
  });

  it('numbers each row and lists its source and licence under the same number', () => {
    const text = page('Cars', [car, { ...car, name: 'plain.jpg', caption: {} }]);
    expect(text).toContain('</a><br>1. A car |');
    expect(text).toContain('</a><br>2. plain.jpg |');
    expect(text).toMatch(/^1\. \[Ann\]\(https:\/\/example\.com\), CC0$/m);
  });

  it('quotes a refusal of the service, without breaking the table', () => {
    expect(page('Cars', [car])).toContain('422: No vehicle \\| found');
  });

  it('has a section for each kind that occurs, failures last and with their reason', () => {
    const failure: Row = { ...car, section: 'failures', caption: { failure: 'The mirror is missing.' } };
    const text = page('Cars', [failure, car]);
    expect([...text.matchAll(/^#+ .*$/gm)].map(String)).toEqual(['# Cars', '## Cars', '## Where it fails']);
    expect(text).toContain('\n2. The mirror is missing.\n');
  });
});
