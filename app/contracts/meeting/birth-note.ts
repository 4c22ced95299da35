import * as z from "zod";
import type { Ownership } from "#app/domain/account/actor.ts";

/**
 * The birth note of a meeting: an object in R2 that is written before the meeting exists, and that is never changed. It holds
 * enough to make the meeting's row again when D1 is lost. Its version names its shape; notes without one are version 1.
 */
const common = {
  meetId: z.string(),
  recordingId: z.string(),
  source: z.enum(["upload", "invite", "calendar", "here", "sample"]),
  createdAt: z.number(),
};
/** Before workspaces: the owner's personal workspace has the owner's id. */
const first = z.object({ ...common, version: z.optional(z.literal(1)), ownerUserId: z.string() });
const second = z.object({ ...common, version: z.literal(2), workspaceId: z.string(), createdBy: z.string() });

export type BirthNote = z.infer<typeof second>;

export function birthNote(note: Omit<BirthNote, "version"> & Ownership): BirthNote {
  return { version: 2, ...note };
}

/** A note as it is stored, brought to today's shape; null for what is no note. */
export function parseBirthNote(text: string): BirthNote | null {
  try {
    const stored: unknown = JSON.parse(text);
    const today = second.safeParse(stored);
    if (today.success) return today.data;
    const before = first.safeParse(stored);
    return before.success ? upgrade(before.data) : null;
  } catch {
    return null;
  }
}

function upgrade({ ownerUserId, ...note }: z.infer<typeof first>): BirthNote {
  return { ...note, version: 2, workspaceId: ownerUserId, createdBy: ownerUserId };
}
