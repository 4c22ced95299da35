/** Wrangler bundles what ends in .bin as its bytes. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
