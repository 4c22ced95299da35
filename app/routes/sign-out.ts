import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { SIGN_IN_PATH } from "#app/server/auth/sign-in-path.ts";
import { errorResponse } from "#app/server/http/error-response.ts";
import { signOut } from "#app/server/auth/sign-out.ts";

/** POST /api/auth/signout, also as a plain form. A link must never sign somebody out. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") return methodNotAllowed({ request });
  const { setCookie } = await signOut(context.services, request);
  return redirect(SIGN_IN_PATH, { status: 303, headers: { "Set-Cookie": setCookie } });
}

export const loader = methodNotAllowed;

function methodNotAllowed({ request }: Pick<LoaderFunctionArgs, "request">): Promise<Response> {
  return errorResponse(request, "method-not-allowed", { headers: { Allow: "POST" } });
}
