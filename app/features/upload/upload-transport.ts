import { apiError, uploadStarted } from "#app/contracts/upload-answers.ts";
import type { PutInput, Reply, UploadTransport } from "#app/features/upload/send-upload.ts";

/** §7: the three calls, over the browser's own means. The PUT is an XMLHttpRequest: fetch tells nothing of bytes sent. */
export function browserTransport(files: { recording: File; transcript: File | null }): UploadTransport {
  return {
    start: async (payload, signal) => {
      const response = await postJson("/api/acta/upload", payload, signal);
      return response.ok ? { ok: true, value: uploadStarted.parse(await response.json()) } : refusalOf(response);
    },
    put: (input, signal) => {
      const file = files[input.what];
      return file ? putFile(file, input, signal) : Promise.reject(new Error("no file for a place that was answered"));
    },
    finish: async (payload, signal) => {
      const response = await postJson("/api/acta/upload_data", payload, signal);
      return response.ok ? { ok: true, value: null } : refusalOf(response);
    },
  };
}

function postJson(path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    credentials: "include",
    body: JSON.stringify(body),
    signal,
  });
}

/** A refusal says why as JSON; one that comes from something between us and the Worker may not. */
async function refusalOf(response: Response): Promise<Reply<never>> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = apiError.safeParse(body);
  const error = parsed.success ? parsed.data.error : null;
  return { ok: false, status: response.status, code: error?.code ?? null, reason: error?.reason ?? null };
}

function putFile(file: File, input: PutInput, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("PUT", input.url);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    for (const [name, value] of Object.entries(input.headers)) {
      if (isOurs(name)) request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => input.onSent(event.loaded));
    request.addEventListener("load", () => resolve(request.status));
    request.addEventListener("error", () => reject(new Error("the connection to the storage broke")));
    request.addEventListener("abort", () => reject(new Error("the upload was cancelled")));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    signal.addEventListener("abort", abort);
    if (signal.aborted) reject(new Error("the upload was cancelled"));
    // Without a type of its own, so that the body does not name one beside the header.
    else request.send(file.slice(0, file.size, ""));
  });
}

/** The browser sets the length and the origin itself, and forbids scripts to name them. */
function isOurs(name: string): boolean {
  return !["content-length", "content-type", "host", "origin"].includes(name.toLowerCase());
}
