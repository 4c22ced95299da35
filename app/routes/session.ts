import type { SessionView } from "#app/contracts/api-answers.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/auth/session (§7): who is signed in, or an empty object. */
export const loader = apiRoute({
  methods: ["GET", "HEAD"],
  who: "anyone",
  rate: { limit: "poll", counted: "session" },
  failure: "error.somethingWrong",
  async answer({ user }) {
    const view: SessionView = user ? { user: { name: user.name, email: user.email }, onboarded: user.onboarded } : {};
    return Response.json(view, { headers: { "Cache-Control": "no-store", Vary: "Cookie" } });
  },
});
export const action = loader;
