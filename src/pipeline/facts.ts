/** What is known of a result beside its pictures, as headers on the way from the image lane to the edge. */
import type { CarView } from './car/layers.ts';
import type { ImageType } from './looks/classify.ts';

export interface Facts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly subjectFound: boolean;
  readonly imageType: ImageType | null;
  readonly view: CarView | null;
  /** A second picture follows the first. */
  readonly hasShadow: boolean;
}

const names = {
  size: 'X-Input-Dimensions',
  subject: 'X-Subject-Found',
  imageType: 'X-Image-Type',
  view: 'X-View',
  shadow: 'X-Shadow-Follows',
};

/** The headers that facts may take. */
export const factNames = Object.values(names);

export function factHeaders(facts: Facts): Record<string, string> {
  const { imageType, view } = facts;
  return {
    [names.size]: `${facts.widthPx},${facts.heightPx}`,
    [names.subject]: String(facts.subjectFound),
    [names.shadow]: String(facts.hasShadow),
    ...(imageType ? { [names.imageType]: `${imageType.photo},${imageType.graphic}` } : {}),
    ...(view ? { [names.view]: `${view.azimuth},${view.elevation}` } : {}),
  };
}

/** Reads what `factHeaders` wrote; null where it is not that. */
export function readFacts(headers: { get(name: string): string | null }): Facts | null {
  const size = pair(headers.get(names.size));
  if (!size || !(size[0] > 0) || !(size[1] > 0)) return null;
  const imageType = pair(headers.get(names.imageType));
  const view = pair(headers.get(names.view));
  return {
    widthPx: size[0],
    heightPx: size[1],
    subjectFound: headers.get(names.subject) !== 'false',
    imageType: imageType && { photo: imageType[0], graphic: imageType[1] },
    view: view && { azimuth: view[0], elevation: view[1] },
    hasShadow: headers.get(names.shadow) === 'true',
  };
}

function pair(text: string | null): [number, number] | null {
  const [first, second, ...more] = (text ?? '').split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
  return Number.isFinite(first) && Number.isFinite(second) && more.length === 0 ? [first, second] : null;
}
