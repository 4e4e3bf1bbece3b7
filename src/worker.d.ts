/** What bundlers make of files that are imported and are no code. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
