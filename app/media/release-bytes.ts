/** What newer engines can do with a buffer; the type library that we share with the browser does not know it yet. */
type Releasable = ArrayBuffer & { transfer?: (bytes: number) => ArrayBuffer };

/**
 * Gives a buffer's memory back at once: nobody may look at it afterwards. Left to the garbage collector, megabytes stand beside
 * each other until there are fifty or more of them.
 */
export function releaseBytes(buffer: ArrayBuffer): void {
  const releasable: Releasable = buffer;
  releasable.transfer?.(0);
}
