import { releaseBytes } from "#app/media/byte-source.ts";

/**
 * Frees a buffer's memory at once, in a page or a web worker: it must not be read afterwards. A buffer that comes from a Blob or a message,
 * or that was sent or hashed, is also held by the browser, until the next garbage collection; `transfer` does not change that. A message
 * takes it from both, and one to a port whose other end is closed is dropped.
 */
export function releaseInBrowser(buffer: ArrayBuffer): void {
  if (buffer.byteLength === 0) return;
  closedPort ??= portToNobody();
  closedPort.postMessage(null, [buffer]);
  // A browser may let a message to nobody alone.
  releaseBytes(buffer);
}

let closedPort: MessagePort | null = null;

function portToNobody(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  return port1;
}
