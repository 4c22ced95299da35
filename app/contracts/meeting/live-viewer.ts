import * as z from "zod";
import type { PageViewer } from "#app/domain/meeting/access.ts";

/**
 * The viewer, on the way from the Worker to the meeting object: a socket upgrade is a fetch and can carry it only in a header. The object
 * is reached through its binding only, and the request with this header is newly made, never passed on.
 */
export const VIEWER_HEADER = "X-Acta-Viewer";

const viewer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("owner"), userId: z.string(), isAdministrator: z.literal(true).optional() }),
  z.object({ kind: z.literal("team"), userId: z.string(), edits: z.boolean() }),
  z.object({ kind: z.literal("guest"), userId: z.string() }),
  z.object({ kind: z.literal("share"), parts: z.array(z.enum(["summary", "transcript", "recording"])) }),
]) satisfies z.ZodType<PageViewer>;

const liveViewer = z.object({ viewer, sessionHash: z.string().regex(/^[0-9a-f]{64}$/) });

/** `sessionHash`: the session of the page; the socket is closed when that session ends. */
export type LiveViewer = { viewer: PageViewer; sessionHash: string };

export function viewerHeader(value: LiveViewer): string {
  return JSON.stringify(value);
}

/** The viewer in a header, or null when it is missing or invalid. */
export function parseViewerHeader(header: string | null): LiveViewer | null {
  if (header === null) return null;
  try {
    return liveViewer.safeParse(JSON.parse(header)).data ?? null;
  } catch {
    return null;
  }
}

/** `?since=41` in a live socket's address: the last change that its page has seen; null when it is missing or invalid. */
export function parseSince(address: string): number | null {
  const since = new URL(address).searchParams.get("since");
  return since !== null && /^\d{1,12}$/.test(since) ? Number(since) : null;
}
