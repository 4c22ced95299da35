import { FRAGMENTED_SCAN_BYTES_MAX } from "#app/domain/limits.ts";
import { ok } from "#app/domain/outcome.ts";
import { extractWindow } from "#app/media/extract-window.ts";
import { planWindows } from "#app/media/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/read-captions.ts";
import type { MeetingMedia } from "#workers/meeting/deps.ts";

/** app/media as the meeting object asks for it: everything it will need later is taken out in one look. */
export const recordingMedia: MeetingMedia = {
  async inspect(source, language) {
    // A fragmented file has to be read whole to know what is in it, while somebody waits for the answer.
    const fragments = source.size <= FRAGMENTED_SCAN_BYTES_MAX ? "scan" : "refuse";
    const probed = await probeRecording(source, { language, fragments });
    if (!probed.ok) return probed;
    const { durationMs, captions } = probed.value;
    return ok({ durationMs, plan: planWindows(probed.value), captionTrack: captions?.bytes ?? null });
  },
  extract: extractWindow,
  captions: (source, track) => readCaptions(source, { bytes: track }),
};
