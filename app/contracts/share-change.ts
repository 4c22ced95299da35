import * as z from "zod";
import { SHARE_PARTS } from "#app/contracts/share.ts";

/** PATCH /api/acta/meetings/:meetId/shares: what is left out stays as it is. The summary is always shown. */
export const shareChange = z.object({
  parts: z.array(z.enum(SHARE_PARTS)).max(SHARE_PARTS.length).optional(),
  titleShown: z.boolean().optional(),
  /** Epoch ms; null is no end. */
  expiresAt: z.number().int().nullable().optional(),
});
export type ShareChange = z.infer<typeof shareChange>;
