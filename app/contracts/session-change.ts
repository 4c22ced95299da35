import * as z from "zod";

/** POST /api/auth/signout_everywhere. `keepThis`: the session that asks stays. */
export const signOutEverywherePayload = z.object({ keepThis: z.boolean() });
