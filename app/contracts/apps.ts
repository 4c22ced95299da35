import * as z from "zod/mini";
import { SCOPES } from "#app/domain/account/actor.ts";

/** Connected apps in the settings. */

const shownApp = z.object({
  id: z.string(),
  /** As the app calls itself. */
  name: z.string(),
  /** The host that its codes went to. */
  place: z.string(),
  scope: z.enum(SCOPES),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
});
export type ShownApp = z.infer<typeof shownApp>;

/** GET /api/acta/apps: newest first, those that can act for the person. */
export const appList = z.object({ apps: z.array(shownApp) });
export type AppList = z.infer<typeof appList>;
