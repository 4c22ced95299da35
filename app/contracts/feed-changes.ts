import * as z from "zod";

/** PATCH /api/acta/feeds/:feed_kind */
export const feedChange = z.strictObject({ titlesShown: z.boolean() });
