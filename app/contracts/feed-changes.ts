import * as z from "zod";

/** PATCH /api/acta/feeds/:feed_kind. Only the server loads it: pages load zod/mini. */
export const feedChange = z.strictObject({ titlesShown: z.boolean() });
