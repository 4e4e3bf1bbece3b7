// Compression by run lengths and Huffman codes: RFC 1951, with no other distance than 1, as zlib's Z_RLE.
#include "kernels.h"

typedef uint64_t u64;

enum {
  endOfBlock = 256,
  literalCodes = 286,
  lengthCodes = 19,
  // Literals, and behind them runs by their length.
  tokenKinds = 256 + 256,
  // As many as zlib takes into a block with its largest memory level.
  tokensOfBlock = 32767,
  shortestRun = 3,
  longestRun = 258,
  longestCode = 15,
  longestLengthCode = 7,
};

typedef struct {
  u8 *at;
  u64 bits;
  i32 count;
} Writer;

// Adds up to 56 bits. Writes up to 8 bytes beyond the last one.
static inline void put(Writer *to, u64 bits, i32 count) {
  to->bits |= bits << to->count;
  to->count += count;
  __builtin_memcpy(to->at, &to->bits, 8);
  to->at += to->count >> 3;
  to->bits >>= to->count & ~7;
  to->count &= 7;
}

// Fills up the last byte.
static void putBorder(Writer *to) {
  if (to->count > 0) put(to, 0, 8 - to->count);
}

// Symbols of a run, 3.2.5: the code, and its extra bits.
static inline i32 codeOfRun(i32 length, i32 *extra, i32 *extraBits) {
  if (length == longestRun) {
    *extra = *extraBits = 0;
    return 285;
  }
  const i32 offset = length - shortestRun;
  if (offset < 8) {
    *extra = *extraBits = 0;
    return 257 + offset;
  }
  const i32 bits = 29 - __builtin_clz(offset);
  *extraBits = bits;
  *extra = offset & ((1 << bits) - 1);
  return 257 + 4 * bits + (offset >> bits);
}

// Lengths of a Huffman code over `count` symbols, none longer than `longest`. Symbols that do not occur get none.
static void codeLengths(const u32 *frequencies, i32 count, i32 longest, u8 *lengths) {
  u32 weights[2 * literalCodes];
  u16 symbols[literalCodes], parents[2 * literalCodes];
  i32 used = 0;
  __builtin_memset(lengths, 0, count);
  for (i32 symbol = 0; symbol < count; symbol++) {
    if (!frequencies[symbol]) continue;
    // Sorted by insertion: there are few symbols, and most lie near their place already.
    i32 at = used++;
    for (; at > 0 && frequencies[symbols[at - 1]] > frequencies[symbol]; at--) symbols[at] = symbols[at - 1];
    symbols[at] = (u16)symbol;
  }
  if (used < 2) {
    if (used == 1) lengths[symbols[0]] = 1;
    return;
  }
  for (i32 i = 0; i < used; i++) weights[i] = frequencies[symbols[i]];
  // Two queues: leaves and inner nodes, both in order of their weights.
  const i32 nodes = 2 * used - 1;
  for (i32 leaf = 0, inner = used, next = used; next < nodes; next++) {
    weights[next] = 0;
    for (i32 child = 0; child < 2; child++) {
      const i32 lightest = leaf < used && (inner >= next || weights[leaf] <= weights[inner]) ? leaf++ : inner++;
      weights[next] += weights[lightest];
      parents[lightest] = (u16)next;
    }
  }
  // Depths from the root down, and how many leaves have each; those that are too deep are counted as the longest.
  i32 ofLength[longestCode + 1] = {0};
  weights[nodes - 1] = 0;
  u32 space = 0;
  for (i32 node = nodes - 2; node >= 0; node--) {
    weights[node] = weights[parents[node]] + 1;
    if (node >= used) continue;
    const i32 length = (i32)weights[node] < longest ? (i32)weights[node] : longest;
    ofLength[length]++;
    space += 1u << (longest - length);
  }
  // Too many codes for their length: two of the longest move, one below a shorter one, which becomes as long as it.
  while (space > 1u << longest) {
    i32 shorter = longest - 1;
    while (ofLength[shorter] == 0) shorter--;
    ofLength[shorter]--;
    ofLength[shorter + 1] += 2;
    ofLength[longest]--;
    space--;
  }
  // Frequent symbols get short codes.
  for (i32 length = longest, at = 0; length > 0; length--) {
    for (i32 i = 0; i < ofLength[length]; i++) lengths[symbols[at++]] = (u8)length;
  }
}

// Codes of given lengths, 3.2.2, with their bits turned round: they go out from the highest bit on.
static void codesOf(const u8 *lengths, i32 count, u16 *codes) {
  u16 next[longestCode + 2] = {0};
  for (i32 symbol = 0; symbol < count; symbol++) next[lengths[symbol] + 1]++;
  next[1] = 0;
  for (i32 length = 1, code = 0; length <= longestCode; length++) {
    const i32 ofLength = next[length + 1];
    next[length] = (u16)code;
    code = (code + ofLength) << 1;
  }
  for (i32 symbol = 0; symbol < count; symbol++) {
    u32 code = next[lengths[symbol]]++;
    u32 turned = 0;
    for (i32 bit = 0; bit < lengths[symbol]; bit++, code >>= 1) turned = turned << 1 | (code & 1);
    codes[symbol] = (u16)turned;
  }
}

// Lengths as they are written, 3.2.7: each a symbol, and what is in its extra bits, in the upper half.
static i32 packLengths(const u8 *lengths, i32 count, u16 *packed) {
  i32 symbols = 0;
  for (i32 at = 0; at < count;) {
    const u8 length = lengths[at];
    i32 run = 1;
    while (at + run < count && lengths[at + run] == length && run < (length == 0 ? 138 : 7)) run++;
    if (length == 0 && run >= 11) packed[symbols++] = (u16)(18 | (run - 11) << 8);
    else if (length == 0 && run >= 3) packed[symbols++] = (u16)(17 | (run - 3) << 8);
    else if (length != 0 && run >= 4) {
      packed[symbols++] = length;
      packed[symbols++] = (u16)(16 | (run - 4) << 8);
    } else {
      run = 1;
      packed[symbols++] = length;
    }
    at += run;
  }
  return symbols;
}

static void putBlock(Writer *to, const u16 *tokens, i32 count, const u32 *kinds, i32 isLast) {
  static const u8 order[lengthCodes] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  u32 frequencies[literalCodes] = {0};
  __builtin_memcpy(frequencies, kinds, 256 * sizeof(u32));
  i32 extra, extraBits;
  for (i32 kind = 256; kind < tokenKinds; kind++) {
    frequencies[codeOfRun(kind - 256 + shortestRun, &extra, &extraBits)] += kinds[kind];
  }
  // The one distance is the last code.
  u8 lengths[literalCodes + 1];
  u16 codes[literalCodes];
  frequencies[endOfBlock] = 1;
  codeLengths(frequencies, literalCodes, longestCode, lengths);
  codesOf(lengths, literalCodes, codes);
  i32 literals = literalCodes;
  while (literals > endOfBlock + 1 && lengths[literals - 1] == 0) literals--;
  lengths[literals] = 1;

  u16 packed[literalCodes + 1];
  const i32 symbols = packLengths(lengths, literals + 1, packed);
  u32 ofLengths[lengthCodes] = {0};
  for (i32 i = 0; i < symbols; i++) ofLengths[packed[i] & 255]++;
  u8 lengthLengths[lengthCodes];
  u16 codesOfLengths[lengthCodes];
  codeLengths(ofLengths, lengthCodes, longestLengthCode, lengthLengths);
  codesOf(lengthLengths, lengthCodes, codesOfLengths);
  i32 listed = lengthCodes;
  while (listed > 4 && lengthLengths[order[listed - 1]] == 0) listed--;

  put(to, (u32)isLast | 2 << 1, 3);
  put(to, (u32)(literals - 257), 5);
  put(to, 0, 5);
  put(to, (u32)(listed - 4), 4);
  for (i32 i = 0; i < listed; i++) put(to, lengthLengths[order[i]], 3);
  for (i32 i = 0; i < symbols; i++) {
    const i32 symbol = packed[i] & 255;
    put(to, codesOfLengths[symbol], lengthLengths[symbol]);
    if (symbol >= 16) put(to, packed[i] >> 8, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
  }
  // What each token is written as: up to 24 bits, and above them how many. A run: its code, extra bits, and the distance,
  // whose code is a single 0.
  u32 written[tokenKinds];
  for (i32 kind = 0; kind < 256; kind++) written[kind] = codes[kind] | (u32)lengths[kind] << 24;
  for (i32 kind = 256; kind < tokenKinds; kind++) {
    const i32 code = codeOfRun(kind - 256 + shortestRun, &extra, &extraBits);
    written[kind] = codes[code] | (u32)extra << lengths[code] | (u32)(lengths[code] + extraBits + 1) << 24;
  }
  Writer copy = *to;
  i32 i = 0;
  for (; i + 2 <= count; i += 2) {
    const u32 one = written[tokens[i]], other = written[tokens[i + 1]];
    const i32 bits = (i32)(one >> 24);
    put(&copy, (one & 0xffffff) | (u64)(other & 0xffffff) << bits, bits + (i32)(other >> 24));
  }
  if (i < count) put(&copy, written[tokens[i]] & 0xffffff, (i32)(written[tokens[i]] >> 24));
  *to = copy;
  put(to, codes[endOfBlock], lengths[endOfBlock]);
}

// How many bytes from `at` on repeat the one before it, at most `most`.
static inline i32 runLength(const u8 *at, i32 most) {
  const v128_t repeated = wasm_i8x16_splat((int8_t)at[-1]);
  i32 length = 0;
  for (; length + 16 <= most; length += 16) {
    const u32 others = ~wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(at + length), repeated)) & 0xffff;
    if (others) return length + __builtin_ctz(others);
  }
  while (length < most && at[length] == at[-1]) length++;
  return length;
}

// Bytes from `at` on before which no run begins, of 16 at most. Reads one byte before and 18 from there on.
static inline i32 literalsBeforeRun(const u8 *at) {
  const v128_t first = wasm_v128_load(at), second = wasm_v128_load(at + 1);
  const v128_t repeat = wasm_v128_and(wasm_i8x16_eq(wasm_v128_load(at - 1), first), wasm_i8x16_eq(first, second));
  const u32 runs = wasm_i8x16_bitmask(wasm_v128_and(repeat, wasm_i8x16_eq(second, wasm_v128_load(at + 2))));
  return runs ? __builtin_ctz(runs) : 16;
}

// A block's tokens, and how many there are of each kind. @returns the bytes that they stand for
static i32 takeTokens(const u8 *bytes, i32 from, i32 count, u16 *tokens, i32 *tokensTaken, u32 *kinds) {
  // Equal bytes that follow each other are counted apart: a number that was just written is slow to read.
  u32 counts[4][256] = {0};
  i32 at = from, made = 0;
  while (at < count && made < tokensOfBlock) {
    if (at > 0 && count - at >= 18 && tokensOfBlock - made >= 16) {
      const v128_t sixteen = wasm_v128_load(bytes + at);
      wasm_v128_store(tokens + made, wasm_u16x8_extend_low_u8x16(sixteen));
      wasm_v128_store(tokens + made + 8, wasm_u16x8_extend_high_u8x16(sixteen));
      const i32 literals = literalsBeforeRun(bytes + at);
      if (literals == 16) {
        for (i32 i = 0; i < 16; i++) counts[i & 3][bytes[at + i]]++;
      } else {
        for (i32 i = 0; i < literals; i++) counts[i & 3][bytes[at + i]]++;
      }
      made += literals;
      at += literals;
      if (literals == 16) continue;
    }
    // A run repeats the byte before it, which was a token of its own.
    const i32 most = count - at < longestRun ? count - at : longestRun;
    const i32 run = at == 0 ? 0 : runLength(bytes + at, most);
    const i32 token = run < shortestRun ? bytes[at] : 256 + run - shortestRun;
    kinds[token]++;
    tokens[made++] = (u16)token;
    at += run < shortestRun ? 1 : run;
  }
  for (i32 byte = 0; byte < 256; byte++) {
    kinds[byte] += counts[0][byte] + counts[1][byte] + counts[2][byte] + counts[3][byte];
  }
  *tokensTaken = made;
  return at - from;
}

// A strip of a raw deflate stream, which ends on a byte border. `tokens`: room for 32767 numbers of 16 bits; `into`: room for
// twice the bytes and 400 more. @returns bytes written
EXPORT(deflateRuns) i32 deflateRuns(const u8 *bytes, i32 count, i32 isLast, u16 *tokens, u8 *into) {
  Writer to = {into, 0, 0};
  i32 at = 0;
  do {
    u32 kinds[tokenKinds] = {0};
    i32 made = 0;
    at += takeTokens(bytes, at, count, tokens, &made, kinds);
    putBlock(&to, tokens, made, kinds, isLast && at == count);
  } while (at < count);
  if (!isLast) {
    // An empty stored block, 3.2.4.
    put(&to, 0, 3);
    putBorder(&to);
    const u32 lengths = 0xffff0000;
    __builtin_memcpy(to.at, &lengths, 4);
    to.at += 4;
  }
  putBorder(&to);
  return (i32)(to.at - into);
}
