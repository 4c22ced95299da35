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
