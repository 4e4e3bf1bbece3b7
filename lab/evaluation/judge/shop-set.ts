/** The photographs of a judgement in the proportions of shops, drawn from the lists by a rule. */
import { fileName, type Half, type ListedPackage, type Photograph } from './set.ts';

/** What is shown; a photograph has one of these. */
export const shopKinds = ['goods on plain ground', 'goods in a place', 'people', 'animals'] as const;
export type ShopKind = (typeof shopKinds)[number];

/**
 * How many of each. The model card of briaai/RMBG-1.4 says what 12,000 pictures of stock, shops, games and advertising show:
 * objects 45.11 %, people with or without things 42.59 %, animals 1.89 %, and 47.95 % have a plain ground. What is text, or has
 * text, is left out, since no list has it.
 */
export const wantedOfKind: Readonly<Record<ShopKind, number>> = {
  'goods on plain ground': 30,
  'goods in a place': 33,
  people: 60,
  animals: 3,
};

/** From the list that was least looked at to that which was most. */
const orderOfLists: readonly Half[] = ['sealed', 'new', 'closed', 'open'];

/** Pixels of the longer side, from which on a shop could show the picture. */
const leastSidePx = 500;
/** Packages whose licence is unclear. */
const leftOut: readonly string[] = ['shuup'];

export interface ShopPhotograph {
  readonly name: string;
  /** As in the folder of its list. */
  readonly file: string;
  readonly list: Half;
  readonly kind: ShopKind;
}

/**
 * The set: of each kind as many as wanted, from one list after the other, in a list by the SHA-256 of the file, so that nobody
 * chooses. Fewer where the lists have no more.
 *
 * @param packagesOf the packages of a list
 */
export function shopSet(packagesOf: (list: Half) => readonly ListedPackage[]): ShopPhotograph[] {
  const left = { ...wantedOfKind };
  const taken: ShopPhotograph[] = [];
  for (const list of orderOfLists) {
    const pictures = packagesOf(list)
      .filter((each) => !leftOut.includes(each.package))
      .flatMap((each) => each.pictures)
      .filter(({ widthPx, heightPx }) => Math.max(widthPx, heightPx) >= leastSidePx)
      .sort((one, another) => (one.sha256 < another.sha256 ? -1 : 1));
    for (const picture of pictures) {
      const kind = shopKindOf(picture);
      if (left[kind] === 0) continue;
      left[kind]--;
      taken.push({ name: picture.name, file: fileName(picture), list, kind });
    }
  }
  return taken;
}

/** The one kind that decides: people before animals before goods, and the ground of goods. */
export function shopKindOf({ kinds }: Pick<Photograph, 'kinds'>): ShopKind {
  const has = (...wanted: readonly Photograph['kinds'][number][]) => wanted.some((kind) => kinds.includes(kind));
  if (has('person', 'street-fashion')) return 'people';
  if (has('animal', 'pet')) return 'animals';
  if (has('group') && !has('object')) return 'people';
  return has('product-white', 'product-grey', 'white-on-white', 'black-on-black')
    ? 'goods on plain ground'
    : 'goods in a place';
}
