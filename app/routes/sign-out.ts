import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { SIGNED_OUT_MARK } from "#app/contracts/sign-in.ts";
import { SIGN_IN_PATH } from "#app/server/auth/sign-in-path.ts";
import { endSession } from "#app/server/auth/sign-out.ts";
import { methodNotAllowed } from "#app/server/http/error-response.ts";

/** POST /api/auth/signout, also as a plain form. A link must never sign somebody out. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const { setCookie } = await endSession(context.services, request);
  return redirect(`${SIGN_IN_PATH}?${SIGNED_OUT_MARK}=1`, { status: 303, headers: { "Set-Cookie": setCookie } });
}

export function loader() {
  throw methodNotAllowed("POST");
}

/** Never shown. With it the route is a page, so that who opens the address reads the error page instead of nothing. */
export default function SignOut() {
  return null;
}
