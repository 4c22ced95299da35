import { useEffect, useRef } from "react";
import type { UploadState } from "#app/features/upload/send/upload-flow.ts";
import type { UploadValues } from "#app/features/upload/send/upload-payload.ts";
import { useUpload } from "#app/features/upload/send/use-upload.ts";

/** A recording of the queue. `isQueued`: it waits for its turn, or has it. */
export type QueuedRecording = {
  id: number;
  file: File;
  title: string;
  at: number | null;
  /** The date is when the file was written: neither its name nor its content tells one. */
  isModified: boolean;
  isQueued: boolean;
  state: UploadState;
};

type Props = {
  recording: QueuedRecording;
  choices: Pick<UploadValues, "meetLanguage" | "templateId">;
  isTurn: boolean;
  user: { name: string; email: string | null };
  timeZone: string;
  onState: (id: number, state: UploadState) => void;
};

/** Sends one recording of the queue when it is its turn, as the dialog of one recording does. Draws nothing: it goes on while no list is shown. */
export function QueuedUpload({ recording, choices, isTurn, user, timeZone, onState }: Props) {
  const { state, submit } = useUpload({ user, timeZone });
  const begin = useRef(() => {});
  const tell = useRef(onState);
  useEffect(() => {
    tell.current = onState;
    begin.current = () =>
      submit(
        { meetingName: recording.title, meetingDate: recording.at ?? 0, ...choices },
        { recording: recording.file, transcript: null },
      );
  });
  useEffect(() => {
    if (isTurn) begin.current();
  }, [isTurn]);
  const { id } = recording;
  useEffect(() => tell.current(id, state), [id, state]);
  return null;
}
