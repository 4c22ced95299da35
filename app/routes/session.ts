import { readSession as endpoint } from "#app/contracts/endpoints/account.ts";
import type { SessionView } from "#app/contracts/api-answers.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** GET /api/auth/session (§7): who is signed in, or an empty object. */
export const loader = apiRoute(endpoint, async ({ user }) => {
  const view: SessionView = user ? { user: { name: user.name, email: user.email }, onboarded: user.onboarded } : {};
  return Response.json(view, { headers: { "Cache-Control": "no-store", Vary: "Cookie" } });
});
export const action = loader;
