import { invariant } from "#app/domain/invariant.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { Step } from "#workers/meeting/steps/step.ts";

/** The accepted bytes and no others: reading throws SourceChangedError once they are gone or different. */
export function openRecording({ deps, meeting }: Pick<Step, "deps" | "meeting">): ByteSource {
  const { media } = meeting.state;
  invariant(media.kind === "landed", "a step reads a recording that has not landed");
  return deps.store.open(meeting.uploadKey, { size: media.version.sizeBytes, etag: media.version.etag });
}
