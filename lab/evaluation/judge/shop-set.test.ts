import { expect, it } from 'vitest';
import { type Half, type ListedPackage, type Photograph, packagesOf } from './set.ts';
import { shopKindOf, shopKinds, shopSet, wantedOfKind } from './shop-set.ts';

it('has at least 120 pictures, of each kind as many as wanted, none twice and none of unclear licence', () => {
  const set = shopSet(packagesOf);
  expect(set.length).toBeGreaterThanOrEqual(120);
  for (const kind of shopKinds) {
    expect(set.filter((each) => each.kind === kind).length, kind).toBe(wantedOfKind[kind]);
  }
  expect(new Set(set.map(({ file }) => file)).size).toBe(set.length);
  expect(set.filter(({ name }) => name.startsWith('cosmetics-'))).toEqual([]);
});

function picture(name: string, first: string, kinds: Photograph['kinds'], widthPx = 500): Photograph {
  return { name, path: `${name}.jpg`, sha256: first.repeat(64), widthPx, heightPx: 300, kinds, faces: 'none' };
}

function listOf(pictures: Photograph[]): ListedPackage[] {
  const sha256 = '0'.repeat(64);
  return [{ registry: 'npm', package: 'some', version: '1.0.0', sha256, bytes: 1, licence: '', stated: '', pictures }];
}

it('takes the sealed list first, by hash, and nothing small', () => {
  const lists: Partial<Record<Half, ListedPackage[]>> = {
    open: listOf([picture('open-cat', '0', ['pet'])]),
    sealed: listOf([
      picture('cow', '2', ['animal']),
      picture('hen', '1', ['animal']),
      picture('ant', '0', ['animal'], 499),
    ]),
  };
  expect(shopSet((list) => lists[list] ?? []).map(({ file }) => file)).toEqual(['hen.jpg', 'cow.jpg', 'open-cat.jpg']);
});

it.each<[Photograph['kinds'], string]>([
  [['person', 'animal'], 'people'],
  [['street-fashion', 'cut'], 'people'],
  [['group', 'cut'], 'people'],
  [['group', 'object'], 'goods in a place'],
  [['group', 'animal'], 'animals'],
  [['pet', 'white-on-white'], 'animals'],
  [['product-grey', 'object'], 'goods on plain ground'],
  [['glass'], 'goods in a place'],
])('%j is %s', (kinds, kind) => {
  expect(shopKindOf({ kinds })).toBe(kind);
});
