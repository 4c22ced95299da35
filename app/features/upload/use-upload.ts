import { useEffect, useReducer, useRef, useState } from "react";
import { randomId } from "#app/domain/ids.ts";
import type { TranscriptExtension } from "#app/domain/transcript/parse-given-transcript.ts";
import { UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { kindOfFile } from "#app/features/upload/other-kind.ts";
import { type FileIdentity, identifyFile } from "#app/features/upload/parts/file-identity.ts";
import { inOneTab } from "#app/features/upload/parts/one-tab.ts";
import { createPausing, type Pausing } from "#app/features/upload/parts/pausing.ts";
import { type SendEnd, type SendInput, sendUpload, type UploadTransport } from "#app/features/upload/send-upload.ts";
import { nextAttempt, type UploadAttempt } from "#app/features/upload/upload-attempt.ts";
import {
  isUnderWay,
  transition,
  UPLOAD_IDLE,
  type UploadEvent,
  type UploadState,
} from "#app/features/upload/upload-flow.ts";
import { uploadPayload, type UploadValues } from "#app/features/upload/upload-payload.ts";
import { browserTransport } from "#app/features/upload/upload-transport.ts";

export type UploadFiles = { recording: File; transcript: { file: File; extension: TranscriptExtension } | null };

export type Uploader = {
  state: UploadState;
  /** Whether a submit of this dialog may still hold one of the plan's uploads. */
  holdsReservation: boolean;
  submit: (values: UploadValues, files: UploadFiles) => void;
  cancel: () => void;
  pause: () => void;
  goOn: () => void;
};

const TICK_MS = 1000;

/** Joins the pure flow with the browser: the calls, the clock, and the guard against leaving while bytes are under way. */
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
    // Who cancels a paused upload wants its end: what waits for the pause lets go of the file and of its lock.
    controller.signal.addEventListener("abort", pause.goOn, { once: true });
    setAttempt(current);
    const totalBytes = recording.size + (transcript?.file.size ?? 0);
    dispatch({ type: "submitted", totalBytes, at: performance.now() });
    const { submissionId, landedAs } = current;
    // What was cancelled has nothing more to say, also when another submit is under way by then.
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
    // What still runs for it (its worker) ends with it.
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

/** A large file is known by its ends, so that it can be gone on with; one tab at a time sends it. */
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

/** What tells one file from another without reading it. */
function identityOf({ name, size, lastModified }: File): unknown[] {
  return [name, size, lastModified];
}

/** Between the browser's reports only the clock tells that a line stands still. */
function useTicks(isOn: boolean, dispatch: (event: UploadEvent) => void): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => dispatch({ type: "ticked", at: performance.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [isOn, dispatch]);
}

/** The browser asks in its own words; ours would not be shown. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
