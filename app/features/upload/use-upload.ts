import { useEffect, useReducer, useRef, useState } from "react";
import { randomId } from "#app/domain/ids.ts";
import type { TranscriptExtension } from "#app/domain/transcript/parse-given-transcript.ts";
import { sendUpload } from "#app/features/upload/send-upload.ts";
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
};

const TICK_MS = 1000;

/** Joins the pure flow with the browser: the calls, the clock, and the guard against leaving while bytes are under way. */
export function useUpload(input: { user: { name: string; email: string | null }; timeZone: string }): Uploader {
  const [state, dispatch] = useReducer(transition, UPLOAD_IDLE);
  const [attempt, setAttempt] = useState<UploadAttempt | null>(null);
  const running = useRef<AbortController | null>(null);

  const run = async (values: UploadValues, { recording, transcript }: UploadFiles) => {
    const content = JSON.stringify([values, identityOf(recording)]);
    const beside = transcript && JSON.stringify(identityOf(transcript.file));
    const current = nextAttempt(attempt, { content, transcript: beside }, () => randomId());
    const controller = new AbortController();
    running.current = controller;
    setAttempt(current);
    const totalBytes = recording.size + (transcript?.file.size ?? 0);
    dispatch({ type: "submitted", totalBytes, at: performance.now() });
    const { submissionId, landedAs } = current;
    const end = await sendUpload(browserTransport({ recording, transcript: transcript?.file ?? null }), {
      payload: uploadPayload({
        values,
        ...input,
        fileSize: recording.size,
        transcript: transcript && { extension: transcript.extension, size: transcript.file.size },
        submissionId,
      }),
      landedAs,
      signal: controller.signal,
      now: () => performance.now(),
      // What was cancelled has nothing more to say, also when another submit is under way by then.
      report: (event) => {
        if (!controller.signal.aborted) dispatch(event);
      },
    });
    if (running.current === controller) running.current = null;
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
  };
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
