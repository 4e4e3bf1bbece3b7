/** What code for Node uses and the types of Workers do not know, where both are checked together. */
declare namespace URL {
  function canParse(url: string, base?: string): boolean;
}
declare namespace WebAssembly {
  function compile(bytes: ArrayBuffer | ArrayBufferView): Promise<Module>;
}
