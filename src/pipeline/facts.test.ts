import { expect, test } from 'vitest';
import { type Facts, factHeaders, readFacts } from './facts.ts';

const plain: Facts = {
  widthPx: 40,
  heightPx: 30,
  subjectFound: true,
  imageType: null,
  view: null,
  hasShadow: false,
};

test.each<Facts>([
  plain,
  { ...plain, subjectFound: false, imageType: { photo: 0.9731, graphic: 0.0269 } },
  { ...plain, view: { azimuth: 0, elevation: -3.5 }, hasShadow: true },
])('%j survives its way as headers', (facts) => {
  expect(readFacts(new Headers(factHeaders(facts)))).toEqual(facts);
});

test.each(['', '40', '40,0', '40,30,20', 'a,b'])('a size of "%s" is no picture', (size) => {
  expect(readFacts(new Headers({ 'X-Input-Dimensions': size }))).toBeNull();
});
