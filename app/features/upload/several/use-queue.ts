import { useEffect, useState } from "react";
import type { NamedChange } from "#app/features/upload/form/named-fields.tsx";
import { readFileName } from "#app/features/upload/form/read-file-name.ts";
import { readRecordingTime } from "#app/features/upload/form/recording-time.ts";
import type { QueuedRecording } from "#app/features/upload/several/queued-upload.tsx";
import { hasStopped, UPLOAD_IDLE, type UploadState } from "#app/features/upload/send/upload-flow.ts";

export type Queue = {
  recordings: readonly QueuedRecording[];
  /** The one that is being sent; null when none is. */
  turn: number | null;
  /** None is being sent, and not all have arrived. */
  hasStopped: boolean;
  change: (id: number, to: NamedChange) => void;
  remove: (id: number) => void;
  /** All that have not arrived are sent, one after the other. */
  start: () => void;
  onState: (id: number, state: UploadState) => void;
};

/**
 * Recordings that are sent one after the other: two at once would share the line, and the first minutes would come later. One that fails lets
 * the next begin; when the plan is used up, none does.
 */
export function useQueue(files: readonly File[], { timeZone, now }: { timeZone: string; now: number }): Queue {
  const [recordings, setRecordings] = useState(() => files.map((file, id) => recordingOf(file, id, { timeZone, now })));
  const change = (id: number, to: Partial<QueuedRecording>) =>
    setRecordings((before) => before.map((one) => (one.id === id ? { ...one, ...to } : one)));
  useEffect(() => {
    for (const { id, file, isModified } of recordings) {
      if (!isModified) continue;
      void readRecordingTime(file, { timeZone, now }).then(
        (at) => at !== null && change(id, { at, isModified: false }),
      );
    }
    // Only once: the files are those that the queue began with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, []);
  const onState = (id: number, state: UploadState) =>
    setRecordings((before) =>
      before.map((one) => {
        const isOwn = one.id === id;
        const isOver = isOwn ? hasEnded(state) : state.name === "limit-reached";
        return { ...one, ...(isOwn && { state }), isQueued: one.isQueued && !isOver };
      }),
    );
  const turn = recordings.find(({ isQueued }) => isQueued)?.id ?? null;
  return {
    recordings,
    turn,
    hasStopped: turn === null && recordings.some(({ state }) => hasStopped(state)),
    change: (id, to) => change(id, { ...to, ...(to.at !== undefined && { isModified: false }) }),
    remove: (id) => setRecordings((before) => before.filter((one) => one.id !== id)),
    start: () => setRecordings((before) => before.map((one) => ({ ...one, isQueued: one.state.name !== "arrived" }))),
    onState,
  };
}

function hasEnded(state: UploadState): boolean {
  return state.name === "arrived" || hasStopped(state);
}

export function hasFailed(state: UploadState): boolean {
  return state.name === "form" && state.failure !== null;
}

function recordingOf(file: File, id: number, around: { timeZone: string; now: number }): QueuedRecording {
  const named = readFileName(file.name, around);
  const title = named.title || file.name.replace(/\.[A-Za-z0-9]{1,8}$/u, "");
  const at = named.at ?? Math.min(file.lastModified, around.now);
  return { id, file, title, at, isModified: named.at === null, isQueued: false, state: UPLOAD_IDLE };
}
