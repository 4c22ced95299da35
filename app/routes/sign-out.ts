import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { SIGN_IN_PATH } from "#app/server/auth/sign-in-path.ts";
import { signOut } from "#app/server/auth/sign-out.ts";

/** POST /api/auth/signout, also as a plain form. A link must never sign somebody out. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return methodNotAllowed();
  const { setCookie } = await signOut(context.services, request);
  return redirect(SIGN_IN_PATH, { status: 303, headers: { "Set-Cookie": setCookie } });
}

export const loader = methodNotAllowed;

function methodNotAllowed(): Response {
  return new Response(null, { status: 405, headers: { Allow: "POST" } });
}
