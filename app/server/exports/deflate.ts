/** `deflate` is zlib's form, which PDF wants; `deflate-raw` has no header, which ZIP wants. Native in Workers and in Node. */
export async function deflate(bytes: Uint8Array, format: "deflate" | "deflate-raw"): Promise<Uint8Array> {
  const stream = new Response(Uint8Array.from(bytes)).body?.pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
