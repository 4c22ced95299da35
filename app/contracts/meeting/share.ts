import * as z from "zod/mini";

/** The shared address of a meeting as its owner sees it in the dialog. */
export const SHARE_PARTS = ["summary", "transcript", "recording"] as const;

const shareLink = z.object({
  /** Null when the address can no longer be shown (the configured secret has changed); renewing makes a new one. */
  url: z.nullable(z.string()),
  parts: z.array(z.enum(SHARE_PARTS)),
  /** Whether a preview of the link shows the title. */
  titleShown: z.boolean(),
  expiresAt: z.nullable(z.number()),
  opens: z.number(),
  /** A day in UTC, "2026-11-21". */
  lastOpenedOn: z.nullable(z.string()),
});

/** Answer of every call of /api/acta/meetings/:meetId/shares. */
export const shareState = z.object({ link: z.nullable(shareLink) });

export type ShareLink = z.infer<typeof shareLink>;
export type ShareState = z.infer<typeof shareState>;
