import { useRef, useState } from "react";
import { type ChosenTranscript, checkTranscript } from "#app/features/upload/form/chosen-transcript.ts";

export type TranscriptChoice = {
  transcript: ChosenTranscript;
  choose: (file: File) => void;
  remove: () => void;
};

/** The transcript of the form. The last choice counts, however long an earlier file takes to be read. */
export function useTranscript(): TranscriptChoice {
  const [transcript, setTranscript] = useState<ChosenTranscript>({ name: "none" });
  const latest = useRef<File | null>(null);
  const choose = async (file: File) => {
    latest.current = file;
    setTranscript({ name: "reading", file });
    const checked = await checkTranscript(file);
    if (latest.current !== file) return;
    setTranscript(
      checked.ok
        ? { name: "chosen", file, ...checked.value }
        : { name: "refused", file, reason: checked.reason, ...(checked.cue && { cue: checked.cue }) },
    );
  };
  const remove = () => {
    latest.current = null;
    setTranscript({ name: "none" });
  };
  return { transcript, choose: (file) => void choose(file), remove };
}
