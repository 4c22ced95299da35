/** Newer engines can transfer a buffer; the type library that we share with the browser does not include it yet. */
type Releasable = ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer };

/**
 * Frees a buffer's memory at once: it must not be read afterwards. With the garbage collector alone, buffers of megabytes accumulate until
 * there are fifty or more of them.
 */
export function releaseBytes(buffer: ArrayBuffer): void {
  const releasable: Releasable = buffer;
  releasable.transfer?.(0);
}
