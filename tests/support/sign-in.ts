import { env } from "cloudflare:workers";
import { makeUser } from "#tests/support/make-user.ts";

/** For worker tests: a user of one's own with a session. */
export const signIn = (input: Parameters<typeof makeUser>[1] = {}) => makeUser(env.DB, input);
