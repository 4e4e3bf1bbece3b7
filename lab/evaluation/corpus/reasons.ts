/** Refusals of pictures that a reference decodes, and answers that no reference can judge: why, by package and path. */

export interface Reason {
  /** Of `pillow 13.0.0 Tests/images/….png`. */
  readonly file: RegExp;
  readonly reason: string;
}

export const reasons: readonly Reason[] = [
  {
    file: /\/(badrle|pal[48]rletrns)\.bmp$/,
    reason: 'run lengths leave pixels out, which Pillow fills with the first colour of the palette',
  },
  {
    file: /\/(pal8badindex|mmap_error)\.bmp$|\/(no_palette|invalid-colors|unitialized_memory_read)\.gif$/,
    reason: 'pixels name colours that the palette lacks, which Pillow shows black',
  },
  { file: /\/clipboard\.dib$/, reason: 'a bitmap of the clipboard, without the header of a BMP file' },
  { file: /\/pal8oversizepal\.bmp$/, reason: 'more colours in the palette than 8 bits can name, which Pillow refuses' },
  { file: /\/V3_A1_R5_G5_B5(_Top_Down)?\.bmp$/, reason: 'Pillow drops the alpha of 16 bits a pixel' },
  {
    file: /\/(ojpeg[-_][^/]*|old-style-jpeg-compression[^/]*)\.tiff?$/,
    reason: 'JPEG of the old style (compression 6), withdrawn by TIFF Technical Note 2; libvips has no code for it',
  },
  {
    file: /\/minisblack-2c-8b-alpha\.tiff$/,
    reason:
      'grey and alpha in planes: Pillow reads no alpha, and libvips mixes its rows with those of grey; it is as its planes are',
  },
  { file: /\/hopper_lzma\.tif$/, reason: 'LZMA (compression 34925), which libtiff alone writes' },
  { file: /\/12bit\.cropped\.tif$/, reason: '12 bits a sample, which libvips does not read' },
  {
    file: /\/(16_bit_binary_pgm|10ct_32bit_128)\.tiff$/,
    reason: 'integers of 32 bits, of which no tag says what is white',
  },
  {
    file: /\/blue-and-magenta-crop\.avif$/,
    reason: 'a clean aperture (ISO/IEC 14496-12 section 12.1.4) crops it, which Pillow passes over',
  },
  { file: /\/crashers\/badcrc\.png$/, reason: 'a checksum of its pixels is wrong, which Pillow does not compare' },
  {
    file: /\/guitar_cw90\.hif$/,
    reason: 'a grid of the narrow range, which pillow-heif widens twice; it is as HEVC samples of FFmpeg give it',
  },
  {
    file: /\/alpha_video\.avif$/,
    reason: 'libavif 1.4 cannot parse its boxes; its first frame is as AV1 samples of FFmpeg give it',
  },
  { file: /\/truncated_jpeg\.jpg$/, reason: 'every block is there; the end marker alone is missing' },
  { file: /\/invalid_id\.heic$/, reason: 'names as primary an item that is not there; each reader takes another' },
];

/** Why this file may be refused, or differ from its reference. */
export function reasonFor(title: string, path: string): string | null {
  return reasons.find(({ file }) => file.test(`${title} ${path}`))?.reason ?? null;
}
