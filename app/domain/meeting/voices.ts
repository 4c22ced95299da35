import { type CallFact, voicesOf } from "#app/domain/meeting/call-fact.ts";
import type { WindowSpan } from "#app/domain/meeting/states.ts";
import { ONE_VOICE, type Voices } from "#app/domain/transcript/merge-windows.ts";

/**
 * The voices that a meeting's windows belong to: the two sources of a recording made in a browser, whose windows are numbered in turn, or
 * the sound tracks of an uploaded file, which each window names. A microphone's echo of the tab is known by its sound (dropEcho); what
 * the tracks of a file repeat of each other is only known by its words.
 */
export function voicesIn({ call, windows }: { call?: CallFact | undefined; windows: readonly WindowSpan[] }): Voices {
  const sources = voicesOf(call);
  if (sources > 1) return { of: (index) => index % sources, mayRepeat: false };
  const tracks = new Map(windows.flatMap(({ index, track }) => (track ? [[index, track] as const] : [])));
  return tracks.size === 0 ? ONE_VOICE : { of: (index) => tracks.get(index) ?? 0, mayRepeat: true };
}
