import { type Cue, toCues } from "#app/domain/transcript/to-cues.ts";

type Spoken = Parameters<typeof toCues>[0];

/** SubRip: numbered cues, with a comma before the milliseconds. The speaker is written when it changes. */
export function writeSrt(segments: Spoken): string {
  const cues = toCues(segments);
  return cues
    .map((cue, index) => {
      const speaks = cue.speaker !== null && cue.speaker !== cues[index - 1]?.speaker ? `${cue.speaker}: ` : "";
      // Some players read markup, and SubRip has no escape for angle brackets, so they are replaced.
      const text = `${speaks}${cue.text}`.replace(/</gu, "‹").replace(/>/gu, "›");
      return `${index + 1}\n${timeOf(cue.startMs, ",")} --> ${timeOf(cue.endMs, ",")}\n${text}\n`;
    })
    .join("\n");
}

/** WebVTT with voice tags. */
export function writeVtt(segments: Spoken): string {
  return ["WEBVTT\n", ...toCues(segments).map(vttCue)].join("\n");
}

function vttCue({ startMs, endMs, text, speaker }: Cue): string {
  const voice = speaker === null ? "" : `<v ${escapeVtt(speaker).replace(/[\r\n]+/gu, " ")}>`;
  return `${timeOf(startMs, ".")} --> ${timeOf(endMs, ".")}\n${voice}${escapeVtt(text)}\n`;
}

/** With `&gt;`, no text can contain the arrow that begins a cue. */
function escapeVtt(text: string): string {
  return text.replace(/&/gu, "&amp;").replace(/</gu, "&lt;").replace(/>/gu, "&gt;");
}

function timeOf(ms: number, mark: "," | "."): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  return `${clock}${mark}${String(whole % 1000).padStart(3, "0")}`;
}
