import { useEffect, useReducer, useRef, useState } from "react";
import { randomId } from "#app/domain/ids.ts";
import { UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import type { TranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { kindOfFile } from "#app/features/upload/form/chosen-file.ts";
import { type FileIdentity, identifyFile } from "#app/features/upload/parts/remembered-parts.ts";
import type { Around } from "#app/features/upload/parts/send-parts.ts";
import {
  type SendEnd,
  type SendInput,
  sendUpload,
  type UploadTransport,
} from "#app/features/upload/send/send-upload.ts";
import {
  isUnderWay,
  transition,
  UPLOAD_IDLE,
  type UploadEvent,
  type UploadState,
} from "#app/features/upload/send/upload-flow.ts";
import { uploadPayload, type UploadValues } from "#app/features/upload/send/upload-payload.ts";
import { browserTransport } from "#app/features/upload/send/upload-transport.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

/**
 * One submit of the dialog and its retries. The same submit sent twice creates one meeting, because the server knows its id.
 * The id is kept only while the content is the same: another file or another title is another submit.
 */
type UploadAttempt = {
  submissionId: string;
  /** The submitted content as text: two submits are the same when this text is the same. */
  content: string;
  /** The identity of the transcript as text; null when there was none. */
  transcript: string | null;
  /** The meeting whose bytes have all been sent: a retry does not send 2 GB again. */
  landedAs: string | null;
};

/**
 * A changed transcript is still the same submit, with new places. If the transcript is removed, landed data is not sent
 * again, because the video is large.
 */
export function nextAttempt(
  previous: UploadAttempt | null,
  submitted: Pick<UploadAttempt, "content" | "transcript">,
  newId: () => string,
): UploadAttempt {
  if (previous === null || previous.content !== submitted.content) {
    return { submissionId: newId(), ...submitted, landedAs: null };
  }
  if (previous.transcript === submitted.transcript) return previous;
  return { ...previous, ...submitted, landedAs: submitted.transcript === null ? previous.landedAs : null };
}

export type UploadFiles = { recording: File; transcript: { file: File; extension: TranscriptExtension } | null };

export type Uploader = {
  state: UploadState;
  /** Whether a submit of this dialog may still reserve one of the plan's uploads. */
  holdsReservation: boolean;
  submit: (values: UploadValues, files: UploadFiles) => void;
  cancel: () => void;
  pause: () => void;
  goOn: () => void;
};

const TICK_MS = 1000;

/** Connects the pure flow with the browser: the calls, the clock, and the guard against leaving during an upload. */
export function useUpload(input: { user: { name: string; email: string | null }; timeZone: string }): Uploader {
  const [state, dispatch] = useReducer(transition, UPLOAD_IDLE);
  const [attempt, setAttempt] = useState<UploadAttempt | null>(null);
  const running = useRef<AbortController | null>(null);
  const pausing = useRef<Pausing | null>(null);

  const run = async (values: UploadValues, { recording, transcript }: UploadFiles) => {
    const content = JSON.stringify([values, identityOf(recording)]);
    const transcriptContent = transcript && JSON.stringify(identityOf(transcript.file));
    const current = nextAttempt(attempt, { content, transcript: transcriptContent }, () => randomId());
    const controller = new AbortController();
    running.current = controller;
    const pause = createPausing();
    pausing.current = pause;
    // Cancelling a paused upload ends the pause, so that waiting code releases the file and its lock.
    controller.signal.addEventListener("abort", pause.goOn, { once: true });
    setAttempt(current);
    const totalBytes = recording.size + (transcript?.file.size ?? 0);
    dispatch({ type: "submitted", totalBytes, at: performance.now() });
    const { submissionId, landedAs } = current;
    // Events of a cancelled upload are ignored, also when another submit is already running.
    const report = (event: UploadEvent) => {
      if (!controller.signal.aborted) dispatch(event);
    };
    const { around } = pause;
    const beside = { transcript: transcript && { extension: transcript.extension, size: transcript.file.size } };
    const end = await sendFile(recording, {
      transport: browserTransport({ recording, transcript: transcript?.file ?? null, around }),
      payloadOf: (parts) =>
        uploadPayload({
          values,
          ...input,
          ...beside,
          kind: kindOfFile(recording),
          fileSize: recording.size,
          parts,
          submissionId,
        }),
      landedAs,
      signal: controller.signal,
      report,
    });
    if (running.current === controller) running.current = null;
    // Ends everything that still runs for this upload, such as its worker.
    controller.abort();
    const next = end.sameSubmission ? { ...current, landedAs: end.landedAs } : null;
    setAttempt((last) => (last?.submissionId === submissionId ? next : last));
  };

  const cancel = () => {
    running.current?.abort();
    running.current = null;
    dispatch({ type: "cancelled" });
  };

  useEffect(() => () => running.current?.abort(), []);
  useTicks(state.name === "sending", dispatch);
  useLeaveGuard(isUnderWay(state));
  return {
    state,
    holdsReservation: attempt !== null,
    submit: (values, files) => {
      if (running.current === null) void run(values, files);
    },
    cancel,
    pause: () => {
      pausing.current?.pause();
      dispatch({ type: "went", way: "paused", at: performance.now() });
    },
    goOn: () => {
      pausing.current?.goOn();
      dispatch({ type: "went", way: "parts", at: performance.now() });
    },
  };
}

type SendFile = Pick<SendInput, "landedAs" | "signal" | "report"> & {
  transport: UploadTransport;
  payloadOf: (parts: FileIdentity | null) => SendInput["payload"];
};

/** A large file is identified by its first and last bytes, so that it can be continued; only one tab at a time sends it. */
async function sendFile(file: File, { transport, payloadOf, ...send }: SendFile): Promise<SendEnd> {
  const now = () => performance.now();
  if (file.size <= UPLOAD_WHOLE_BYTES_MAX) return sendUpload(transport, { ...send, payload: payloadOf(null), now });
  const given = { landedAs: send.landedAs, sameSubmission: true };
  const identity = await identifyFile(file).catch(() => null);
  if (identity === null) {
    send.report({ type: "failed", failure: { kind: "file-changed" } });
    return given;
  }
  const sent = () => sendUpload(transport, { ...send, payload: payloadOf(identity), now });
  const end = await inOneTab(identity.fileDigest, sent);
  if (end !== "elsewhere") return end;
  send.report({ type: "failed", failure: { kind: "elsewhere" } });
  return given;
}

/** Distinguishes files without reading them. */
function identityOf({ name, size, lastModified }: File): unknown[] {
  return [name, size, lastModified];
}

/** Between the browser's reports only the clock can show that the connection is stalled. */
function useTicks(isOn: boolean, dispatch: (event: UploadEvent) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => dispatch({ type: "ticked", at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn, dispatch]);
}

/**
 * Runs `work` unless another tab of this browser is at the same file: two of them would send every part twice. A browser
 * without locks runs it in any case.
 */
async function inOneTab<Value>(fileDigest: string, work: () => Promise<Value>): Promise<Value | "elsewhere"> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request(`acta-upload-${fileDigest}`, { ifAvailable: true }, (lock) => (lock ? work() : "elsewhere"));
}

type Pausing = { around: Around; pause: () => void; goOn: () => void };

/** The browser around an upload: its clock, its network, and the person's own pause. */
function createPausing(): Pausing {
  let pause = new AbortController();
  let goOn: (() => void) | null = null;
  let unpaused = Promise.resolve();
  return {
    pause() {
      if (goOn) return;
      unpaused = new Promise((resolve) => {
        goOn = resolve;
      });
      pause.abort();
    },
    goOn() {
      pause = new AbortController();
      goOn?.();
      goOn = null;
    },
    around: {
      rest,
      random: Math.random,
      unpaused: () => unpaused,
      pausing: () => pause.signal,
    },
  };
}

/** Until `ms` have passed, the machine is back on the network, or nobody waits any more. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
