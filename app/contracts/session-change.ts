import * as z from "zod";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/** POST /api/auth/signout_everywhere. `keepThis`: the session that asks stays. */
export const signOutEverywherePayload = z.object({ keepThis: z.boolean() });

/** The handle of a session (24 hexadecimal digits), or all sessions except the caller's. */
const whichSession = z.union([z.literal("others"), z.string().regex(/^[0-9a-f]{24}$/)]);

/** POST /api/auth/signout_session, as a form, so that it works without JavaScript. */
export const endSessionForm = z.object({
  session: whichSession,
  /** Path to redirect to. */
  returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).optional(),
});
