/** Wrangler bundles what ends in .bin as its bytes. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** Wrangler bundles what ends in .txt as its text. */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** And what ends in .wasm as a module that is compiled before the Worker runs. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
