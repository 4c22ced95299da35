import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import type { GivenTranscriptRefusal } from "#app/domain/meeting/status.ts";
import { type CuePlace, type Outcome, ok, refused } from "#app/domain/outcome.ts";
import {
  parseGivenTranscript,
  parseTranscriptExtension,
  type TranscriptExtension,
} from "#app/domain/transcript/given/parse-given-transcript.ts";
import { openDocument } from "#app/media/transcripts/open-document.ts";

/** The state of the form's transcript field. A transcript is read before it is accepted, because it is small; a video is not. */
export type ChosenTranscript =
  | { name: "none" }
  | { name: "reading"; file: File }
  | ({ name: "chosen"; file: File } & TranscriptFacts)
  | { name: "refused"; file: File; reason: GivenTranscriptRefusal; cue?: CuePlace };

/** Facts about a transcript that is read: its cues, and the people that it names. */
type TranscriptFacts = { extension: TranscriptExtension; cues: number; names: number };

/** The properties of a File that the check uses. */
export type TranscriptFile = Pick<File, "name" | "size" | "arrayBuffer">;

/** Extensions of texts that are no transcript that can be read: what can be read is said of them, and not that they are no recording. */
const OTHER_TEXTS: ReadonlySet<string> = new Set(
  "ass csv doc htm html lrc md odt pages pdf rtf scc smi ssa stl sub tsv".split(" "),
);

/** Whether a file is meant as a transcript, by its name. */
export function isTranscriptName(name: string): boolean {
  return extensionOf(name) !== null || OTHER_TEXTS.has(/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
}

function extensionOf(name: string): TranscriptExtension | null {
  return parseTranscriptExtension(/\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? "");
}

/** Checks a file by the same rules as the server: its name, its size and each of its cues. Never rejects. */
export async function checkTranscript(file: TranscriptFile): Promise<Outcome<TranscriptFacts, GivenTranscriptRefusal>> {
  const extension = extensionOf(file.name);
  if (extension === null) return refused("transcript-wrong-type");
  if (file.size > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  if (file.size === 0) return refused("transcript-empty");
  // A file that was removed after it was chosen can be neither read nor sent.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) return refused("transcript-unreadable");
  const cues = parseGivenTranscript(await openDocument(new Uint8Array(bytes)));
  if (cues.ok) {
    const names = new Set(cues.value.flatMap(({ speaker }) => speaker ?? []));
    return ok({ extension, cues: cues.value.length, names: names.size });
  }
  switch (cues.reason) {
    case "not-a-transcript":
      return refused("transcript-unreadable");
    case "too-large":
      return refused("transcript-too-large");
    case "cue-too-long":
      return refused("transcript-cue-too-long", cues.cue);
    case "empty":
      return refused("transcript-empty");
  }
}
