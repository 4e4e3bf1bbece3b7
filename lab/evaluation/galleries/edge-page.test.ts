/** The page of edges as text. */
import { describe, expect, it } from 'vitest';
import { type EdgeEntry, edgePage } from './edge-page.ts';

const dog: EdgeEntry = {
  name: 'dog.png',
  caption: { caption: 'Fur', source: '[Ann](https://example.com)', licence: 'CC0', edges: 'A whisker is lost.' },
  file: 'edges/dog #1.webp',
};

describe('the page of edges', () => {
  it('shows each sheet under a numbered heading, as a picture that opens', () => {
    const text = edgePage('Edges', [dog, { ...dog, caption: {} }]);
    expect([...text.matchAll(/^#+ .*$/gm)].map(String)).toEqual(['# Edges', '## 1. Fur', '## 2. dog.png']);
    expect(text).toContain('<a href="edges/dog%20%231.webp"><img src="edges/dog%20%231.webp"');
  });

  it('gives the result, the author of the photo and the licence', () => {
    expect(edgePage('Edges', [dog])).toContain('A whisker is lost. Photo: [Ann](https://example.com), CC0.\n');
  });
});
