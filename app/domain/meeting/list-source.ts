import { CALL_PLATFORMS, type CallPlatform } from "#app/domain/meeting/call.ts";

/** Where the meetings of a list came from: a file, any call, or calls of one platform. */
export type ListSource = "upload" | "call" | CallPlatform;

/** The ones that a list offers to choose from; a local meeting server is nobody's choice. */
export const LIST_SOURCES = [
  "upload",
  "call",
  "meet",
  "teams",
  "zoom",
  "jitsi",
] as const satisfies readonly ListSource[];

/** Null for what is none. */
export function parseListSource(text: string | null): ListSource | null {
  return (["upload", "call", ...CALL_PLATFORMS] as const).find((known) => known === text) ?? null;
}
