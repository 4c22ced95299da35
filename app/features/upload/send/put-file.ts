import type { PutInput } from "#app/features/upload/send/send-upload.ts";

/**
 * Puts a file, or a part of one; the store's status, and its name for what it has. Rejects where the connection breaks, `signal`
 * is aborted, or nothing moves for `stallMs`. An XMLHttpRequest: fetch tells nothing of bytes sent.
 */
export function putFile(
  file: Blob,
  input: Pick<PutInput, "url" | "headers" | "onSent"> & { stallMs?: number },
  signal: AbortSignal,
): Promise<{ status: number; etag: string | null }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    // A line may hang without breaking; whoever waits for it would wait for ever.
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stalled);
      if (input.stallMs !== undefined) stalled = setTimeout(abort, input.stallMs);
    };
    request.open("PUT", input.url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    for (const [name, value] of Object.entries(input.headers)) {
      if (isOurs(name)) request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => {
      watch();
      input.onSent(event.loaded);
    });
    request.addEventListener("load", () => {
      resolve({ status: request.status, etag: request.getResponseHeader("ETag") });
    });
    request.addEventListener("error", () => reject(new Error("the connection to the storage broke")));
    request.addEventListener("abort", () => reject(new Error("the upload was cancelled")));
    request.addEventListener("loadend", () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", abort);
    });
    signal.addEventListener("abort", abort);
    if (signal.aborted) reject(new Error("the upload was cancelled"));
    // Without a type of its own, so that the body does not name one beside the header.
    else {
      watch();
      request.send(file.slice(0, file.size, ""));
    }
  });
}

/** The browser sets the length and the origin itself, and forbids scripts to name them. */
function isOurs(name: string): boolean {
  return !["content-length", "content-type", "host", "origin"].includes(name.toLowerCase());
}
