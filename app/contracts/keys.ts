import * as z from "zod/mini";
import { SCOPES } from "#app/domain/account/actor.ts";

/** API keys in the settings. The key itself is in the answer of its creation and nowhere else. */

const shownKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  scope: z.enum(SCOPES),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
});
export type ShownKey = z.infer<typeof shownKey>;

/** GET /api/acta/keys: newest first, without revoked ones. */
export const keyList = z.object({ keys: z.array(shownKey) });
export type KeyList = z.infer<typeof keyList>;

/** POST /api/acta/keys */
export const createdKey = z.object({ key: z.string(), shown: shownKey });

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
