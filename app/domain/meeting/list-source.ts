import { CALL_PLATFORMS, type CallPlatform } from "#app/domain/meeting/call.ts";

/** Source of the meetings in a list: a file, any call, or calls of one platform. */
export type ListSource = "upload" | "call" | CallPlatform;

/** The sources that a list offers; a local meeting server is not offered. */
export const LIST_SOURCES = [
  "upload",
  "call",
  "meet",
  "teams",
  "zoom",
  "jitsi",
] as const satisfies readonly ListSource[];

/** Returns null for an unknown source. */
export function parseListSource(text: string | null): ListSource | null {
  return (["upload", "call", ...CALL_PLATFORMS] as const).find((known) => known === text) ?? null;
}
