/** Which runtime runs the networks of a child. */
import { openNativeRuntime } from './native.ts';
import { openOpenVinoRuntime } from './openvino.ts';
import type { Runtime, RuntimeChoice } from './session.ts';
import { openWasmRuntime } from './wasm.ts';

export type OpenRuntime = (choice: RuntimeChoice, warn: (text: string) => void) => Promise<Runtime>;

/** Loads the chosen runtime, and only that one. @throws Error where its package is not there */
export const openRuntime: OpenRuntime = (choice, warn) => {
  switch (choice.name) {
    case 'native':
      return openNativeRuntime(choice, warn);
    case 'openvino':
      return openOpenVinoRuntime(choice);
    case 'wasm':
      return openWasmRuntime(choice);
  }
};
