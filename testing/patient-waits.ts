/** `vi.waitFor` and `vi.waitUntil` give up after a second by themselves. A busy machine takes longer, and what never comes is seen all the same. */
import { vi } from 'vitest';

const waitFor = vi.waitFor;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, ...options });

const waitUntil = vi.waitUntil;
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: 30_000, ...options });
