/** What Node lacks of the Workers runtime. Import it before code of the edge. */
import { vi } from 'vitest';
import '../../src/edge/testing/streams.ts';

// Node compiles what a bundler makes modules of for Workers.
const compiled = vi.hoisted(() => (name: string) => async () => {
  const { createRequire } = await import('node:module');
  const { readFileSync } = await import('node:fs');
  return { default: await WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve(name))) };
});
vi.mock('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
vi.mock('@jsquash/webp/codec/dec/webp_dec.wasm', compiled('@jsquash/webp/codec/dec/webp_dec.wasm'));
vi.mock('@jsquash/webp/codec/enc/webp_enc_simd.wasm', compiled('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
