/** What libheif remarks while every pixel is there, by `heif_error_code.heif_suberror_code`. */

/**
 * Of colour signals: values that it does not know in the bitstream, and a `colr` that contradicts it, which counts then
 * (ISO/IEC 23000-22 section 7.3.6.4).
 */
const colourRemarks: ReadonlySet<string> = new Set(['2.133', '2.134', '2.135', '2.152']);
/** Of optional properties: one that ends early, has bad content, or has a version that it does not know. */
const propertyRemarks: ReadonlySet<string> = new Set(['2.100', '2.130', '4.3002']);

/** Whether an error of strict decoding concerns the colour signal alone, so that the pixels are right. */
export function isColourRemark(code: string): boolean {
  return colourRemarks.has(code);
}

/**
 * Of remarks beside a decoded picture the first that may mean lost pixels.
 * @param strict lost tiles are errors then; else they are remarks, with codes that properties have too
 */
export function seriousRemark(codes: readonly string[], strict: boolean): string | undefined {
  return codes.find((code) => !colourRemarks.has(code) && !(strict && propertyRemarks.has(code)));
}
