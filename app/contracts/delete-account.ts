import * as z from "zod";

/** POST /api/acta/user/delete. `confirmation`: the person's address, typed; their name where they have no address. */
export const deleteAccountPayload = z.object({ confirmation: z.string().max(320) });
