import * as z from "zod/mini";
import { CONNECTION_SENDS } from "#app/contracts/connections.ts";

/** PATCH /api/acta/connections/:connection_id. `settings`: those that are named are replaced. */
export const connectionChange = z.object({
  sends: z.optional(z.enum(CONNECTION_SENDS)),
  updates: z.optional(z.boolean()),
  settings: z.optional(z.record(z.string().check(z.maxLength(50)), z.unknown())),
});
export type ConnectionChange = z.infer<typeof connectionChange>;
