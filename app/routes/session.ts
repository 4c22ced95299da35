import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { SessionView } from "#app/contracts/session.ts";
import { authenticate } from "#app/server/auth/session.ts";

/** GET /api/auth/session (§7): who is signed in, or an empty object. Other methods: 405, by Remix. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await authenticate(request, context.services);
  const view: SessionView = user ? { user: { name: user.name, email: user.email }, onboarded: user.onboarded } : {};
  return Response.json(view, { headers: { "Cache-Control": "no-store", Vary: "Cookie" } });
}
