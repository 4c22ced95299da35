import * as z from "zod/mini";
import { FEED_KINDS } from "#app/domain/feeds/feed.ts";

/** Feeds in the settings. The address is in the answer of its creation and nowhere else. */

export const shownFeed = z.object({
  kind: z.enum(FEED_KINDS),
  titlesShown: z.boolean(),
  createdAt: z.number(),
  lastReadAt: z.nullable(z.number()),
});
export type ShownFeed = z.infer<typeof shownFeed>;

/** GET /api/acta/feeds: those that have an address. */
export const feedList = z.object({ feeds: z.array(shownFeed) });

/** POST /api/acta/feeds/:feed_kind */
export const madeFeed = z.object({ url: z.string(), shown: shownFeed });
export type MadeFeed = z.infer<typeof madeFeed>;
