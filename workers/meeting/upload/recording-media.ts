import {
  LABELS_OVERLAP_MS,
  SCAN_AT_ONCE_BYTES_MAX,
  SCAN_CHECKPOINT_BYTES,
  WINDOW_OVERLAP_MS,
} from "#app/domain/limits/media.ts";
import type { MeetingState } from "#app/domain/meeting/states.ts";
import type { RecordingFault } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probePicture } from "#app/media/mp4/probe-picture.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import type { ProbeRefusal } from "#app/media/refuse-recording.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { InspectedRecording, MeetingDeps, MeetingMedia } from "#workers/meeting/deps.ts";

/**
 * app/media as the meeting object asks for it: everything it will need later is taken out in one look. `scanAtOnceBytesMax`:
 * the largest movie in fragments that is read while somebody waits; `checkpointBytes`: how often a scan notes where it is.
 */
export function openMedia(limits: { scanAtOnceBytesMax: number; checkpointBytes: number }): MeetingMedia {
  return {
    async inspect(source, language, { kind = "mp4", overlapMs } = {}) {
      const fragments = source.size <= limits.scanAtOnceBytesMax ? "scan" : "headers";
      const looked = await look(source, kind, { language, fragments, overlapMs });
      if (looked.ok) return looked;
      return looked.reason === "needs-scan" ? ok("needs-scan") : refused(looked.reason);
    },
    async scan(source, language, { kind = "mp4", overlapMs, journal, signal }) {
      const { checkpointBytes } = limits;
      const options = { language, fragments: "scan", journal, checkpointBytes, signal } as const;
      const looked = await look(source, kind, { ...options, overlapMs });
      if (looked.ok) return looked;
      invariant(looked.reason !== "needs-scan", "a scan needs no other");
      // The file was inspected when it came: if it is no longer of its kind now, it is damaged.
      return refused<RecordingFault>(looked.reason === "wrong-kind" ? "hostile" : looked.reason);
    },
    inspectPicture: probePicture,
    extract: extractWindow,
    captions: (source, track) => readCaptions(source, { bytes: track }),
  };
}

export const recordingMedia = openMedia({
  scanAtOnceBytesMax: SCAN_AT_ONCE_BYTES_MAX,
  checkpointBytes: SCAN_CHECKPOINT_BYTES,
});

async function look(
  source: ByteSource,
  kind: RecordingKind,
  { overlapMs, ...options }: ProbeOptions & { overlapMs: number | undefined },
): Promise<Outcome<InspectedRecording, ProbeRefusal>> {
  const probed = await probeKind(source, kind, options);
  if (!probed.ok) return probed;
  const { durationMs, captions, isCut } = probed.value;
  const plan = planWindows(probed.value, { overlapMs });
  return ok({ durationMs, plan, captionTrack: captions?.bytes ?? null, ...(isCut && { isCut }) });
}

/** Reach of windows into their neighbours: long if an engine numbers people by itself, and no voices say who is who. */
export function overlapFor(
  { speech, voices }: Pick<MeetingDeps, "speech" | "voices">,
  { sound }: MeetingState,
): number {
  // Sound that came ahead was cut by the browser, and is compared with the windows of its video.
  const isLong = speech?.numbersSpeakers && voices === null && sound === undefined;
  return isLong ? LABELS_OVERLAP_MS : WINDOW_OVERLAP_MS;
}
