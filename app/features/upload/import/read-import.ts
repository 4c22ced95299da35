import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import type { GivenTranscriptRefusal } from "#app/domain/meeting/status.ts";
import { type CuePlace, ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { parseTranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { transcriptDigest } from "#app/domain/transcript/transcript-digest.ts";
import type { Rest } from "#app/domain/turns.ts";
import { type FileFacts, readFacts } from "#app/features/upload/import/file-facts.ts";
import type { FoundFile } from "#app/features/upload/import/open-files.ts";
import { readWords } from "#app/media/transcripts/read-words.ts";

/** `gone`: the file was moved after it was chosen, or is protected. */
export type ImportProblem = { reason: GivenTranscriptRefusal | "gone"; cue?: CuePlace };

/** A transcript that can be imported. `digest`: recognises it when it is imported again. */
export type ReadImport = FileFacts & { digest: string; lines: number; isUntimed: boolean };

/** Reads a file by the rules of the server, and what it tells about its meeting. Never rejects. */
export async function readImport(
  file: FoundFile,
  around: { timeZone: string; now: number; rest: Rest },
): Promise<Outcome<ReadImport, GivenTranscriptRefusal | "gone">> {
  const { name, size, modifiedAt } = file;
  if (parseTranscriptExtension(/\.[A-Za-z0-9]+$/u.exec(name)?.[0] ?? "") === null)
    return refused("transcript-wrong-type");
  if (size > TRANSCRIPT_BYTES_MAX) return refused("transcript-too-large");
  if (size === 0) return refused("transcript-empty");
  const content = await file.content().catch(() => null);
  if (content === null) return refused("gone");
  const bytes = new Uint8Array(content);
  const timed = await readWords(bytes, around.rest);
  const isUntimed = !timed.ok && timed.reason === "transcript-unreadable";
  const read = isUntimed ? await readWords(bytes, around.rest, { untimed: true }) : timed;
  if (!read.ok) return read;
  const { text, segments } = read.value;
  const facts = readFacts(text, { name, modifiedAt, ...around });
  const speakers = segments.flatMap(({ speaker }) => speaker ?? []);
  return ok({
    ...facts,
    people: [...new Set([...speakers, ...facts.people])],
    digest: await transcriptDigest(segments),
    lines: segments.length,
    isUntimed,
  });
}
