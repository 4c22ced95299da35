import { callApi, CallError } from "#app/contracts/call-api.ts";
import type { CallFailure, CallResult } from "#app/contracts/call-result.ts";
import { cancelUpload, finishUpload, signParts, signSound, startUpload } from "#app/contracts/endpoints/uploads.ts";
import { UPLOAD_CALL_ATTEMPTS_MAX, UPLOAD_STALL_MS, UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { rememberedParts } from "#app/features/upload/parts/remembered-parts.ts";
import { type Around, type PartTransport, sendParts, waitMs } from "#app/features/upload/parts/send-parts.ts";
import type { PutInput, Reply, UploadTransport } from "#app/features/upload/send/send-upload.ts";
import { lookAtFile, type LookedAt, type SoundFile } from "#app/features/upload/sound/ask-worker.ts";
import { sendSound, type SoundTransport } from "#app/features/upload/sound/send-sound.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

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

/** §7: the three calls, over the browser's own means. The PUT is an XMLHttpRequest: fetch tells nothing of bytes sent. */
export function browserTransport(files: { recording: File; transcript: File | null; around: Around }): UploadTransport {
  let looked: LookedAt = { name: "none" };
  return {
    look: async (language, signal) => {
      looked = await lookAtFile(files.recording, language, signal);
      if (looked.name === "sound" && !goesAhead(looked.sound, files)) {
        looked.sound.end();
        looked = { name: "none" };
      }
      if (looked.name !== "refused") return null;
      // A recording without sound is taken where its transcript is given.
      return looked.reason === "no-audio" && files.transcript !== null ? null : looked.reason;
    },
    putSound: async ({ meetId, onBegun, onSent, onLine }, signal) => {
      if (looked.name !== "sound") return false;
      const { sound } = looked;
      onBegun(sound.bytes.reduce((sum, bytes) => sum + bytes, 0));
      const end = await sendSound({
        sound,
        transport: soundTransport(meetId),
        around: files.around,
        signal,
        report: (event) => {
          if (event.type === "progressed") onSent(event.sentBytes);
          else onLine(event.type === "interrupted" ? "down" : "parts");
        },
      });
      // Its worker, and the memory that it took, are not needed for the video.
      sound.end();
      return end === "in";
    },
    start: async (payload, signal) => {
      const end = answered(
        await untilAvailable(() => callApi(startUpload, { body: payload, signal }), files.around, signal),
      );
      return end.ok ? end : refusalOf(end);
    },
    put: (input, signal) => {
      const file = files[input.what];
      return file
        ? putFile(file, input, signal).then(({ status }) => status)
        : Promise.reject(new Error("no file for a place that was answered"));
    },
    putParts: ({ meetId, partBytes, landed, onSent, onLine }, signal) =>
      sendParts({
        file: files.recording,
        partBytes,
        landed,
        remembered: rememberedParts(localStorage, meetId),
        transport: partTransport(meetId),
        around: files.around,
        signal,
        now: () => performance.now(),
        report: (event) => {
          if (event.type === "progressed") onSent(event.sentBytes);
          else onLine(event.type === "interrupted" ? "down" : "parts");
        },
      }),
    giveUp: async (meetId, signal) => {
      rememberedParts(localStorage, meetId).write([]);
      answered(await callApi(cancelUpload, { params: { meetId }, signal, unread: true }));
    },
    finish: async (payload, signal) => {
      const end = answered(
        await untilAvailable(
          () => callApi(finishUpload, { body: payload, signal, unread: true }),
          files.around,
          signal,
        ),
      );
      return end.ok ? end : refusalOf(end);
    },
  };
}

/**
 * Of a file that goes whole the video is there as soon as its sound, and so is one that is hardly more than sound; with a
 * transcript nothing has to be heard.
 */
function goesAhead(sound: Pick<SoundFile, "bytes">, files: { recording: File; transcript: File | null }): boolean {
  const soundBytes = sound.bytes.reduce((sum, bytes) => sum + bytes, 0);
  const { size } = files.recording;
  return files.transcript === null && size > UPLOAD_WHOLE_BYTES_MAX && soundBytes * 2 <= size;
}

function partTransport(meetId: string): PartTransport {
  return {
    async ask(said, signal) {
      return answered(await callApi(signParts, { body: { meetId, ...said }, signal }));
    },
    put: ({ place, bytes, onSent }, signal) => {
      const part = new Blob([bytes]);
      // The Blob has its own copy, outside of the page's memory; a part that is tried again is read again.
      releaseInBrowser(bytes);
      return putFile(part, { ...place, onSent, stallMs: UPLOAD_STALL_MS }, signal);
    },
  };
}

function soundTransport(meetId: string): SoundTransport {
  return {
    async ask(said, signal) {
      return answered(await callApi(signSound, { body: { meetId, ...said }, signal }));
    },
    put: async ({ place, bytes, onSent }, signal) =>
      (await putFile(new Blob([bytes]), { ...place, onSent, stallMs: UPLOAD_STALL_MS }, signal)).status,
  };
}

/**
 * A call that is made again after 503 (a storage of the Worker did not answer). Only for calls that are safe to repeat: the same
 * submit has the same meeting.
 */
async function untilAvailable<Value>(
  call: () => Promise<CallResult<Value>>,
  around: Around,
  signal: AbortSignal,
): Promise<CallResult<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    const end = await call();
    if (end.ok || end.status !== 503 || attempt === UPLOAD_CALL_ATTEMPTS_MAX) return end;
    await around.rest(waitMs(attempt - 1, around.random()), signal);
  }
}

/** A refusal is a value; a network that fails, or an answer that cannot be read, throws. */
function answered<Value>(end: CallResult<Value>): CallResult<Value> {
  if (!end.ok && end.status < 300) throw new CallError(end);
  return end;
}

function refusalOf({ status, code, reason, cue }: CallFailure): Reply<never> {
  return { ok: false, status, code, reason, ...(cue && { cue }) };
}
