import * as z from "zod";

/** The form of a brief's page: whether the person wants briefs by mail. */
export const briefForm = z.object({ mail: z.enum(["on", "off"]) });
