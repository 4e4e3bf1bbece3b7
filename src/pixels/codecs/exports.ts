/** Instances of the compiled modules. */

/**
 * What a new instance of a module exports.
 * @template Exports as the module's C or Rust declares it: types of WebAssembly cannot say it, and nothing checks it
 */
export function exportsOf<Exports>(module: WebAssembly.Module, imports: WebAssembly.Imports): Exports {
  return new WebAssembly.Instance(module, imports).exports as unknown as Exports;
}
