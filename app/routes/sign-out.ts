import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { SIGNED_OUT_MARK } from "#app/contracts/sign-in.ts";
import { SIGN_IN_PATH } from "#app/server/identity/sign-in-path.ts";
import { endSession } from "#app/server/auth/sign-out.ts";
import { methodNotAllowed } from "#app/server/http/error-response.ts";
import { readFormData } from "#app/server/http/read-body.ts";

/** POST /api/auth/signout, also as a plain form. A link must never sign somebody out. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("POST");
  const { setCookie } = await endSession(context.services, request);
  const form = await readFormData(request);
  const asked = form.ok ? form.value.get("returnTo") : null;
  // Another account for the page that asked, as for an invitation to another address.
  const returnTo = safeReturnPath(typeof asked === "string" ? asked : null);
  const query = new URLSearchParams({ [SIGNED_OUT_MARK]: "1", ...(returnTo === "/" ? {} : { returnTo }) });
  return redirect(`${SIGN_IN_PATH}?${query}`, { status: 303, headers: { "Set-Cookie": setCookie } });
}

export function loader() {
  throw methodNotAllowed("POST");
}

/** Never shown. With it the route is a page, so that who opens the address reads the error page instead of nothing. */
export default function SignOut() {
  return null;
}
