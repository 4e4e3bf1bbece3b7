/**
 * The Huffman tables of ITU-T T.81 annex K.3. Webcams send frames of Motion JPEG without any, and every decoder takes
 * these then.
 */
import { HuffmanTable } from './jpeg-entropy.ts';

/** Tables K.3 and K.4: differences of DC, of luminance and of chrominance. */
export const standardDcTables: readonly HuffmanTable[] = [
  table([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], '000102030405060708090a0b'),
  table([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], '000102030405060708090a0b'),
];

/** Tables K.5 and K.6: AC coefficients, of luminance and of chrominance. */
export const standardAcTables: readonly HuffmanTable[] = [
  table(
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8' +
      'a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ),
  table(
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6' +
      'a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ),
];

/** @param counts codes of each length 1 to 16; @param symbols in order of their codes, two hexadecimal digits each */
function table(counts: readonly number[], symbols: string): HuffmanTable {
  const values = Array.from(symbols.matchAll(/../g), ([digits]) => Number.parseInt(digits, 16));
  return new HuffmanTable(Uint8Array.from(counts), Uint8Array.from(values));
}
