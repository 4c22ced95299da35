import { apiError } from "#app/contracts/api-answers.ts";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { signInPath } from "#app/server/identity/sign-in-path.ts";

/** The page that says a refusal in words: app/routes/refused.tsx. */
const REFUSED_PATH = "/refused";

/**
 * A refusal in JSON would stand alone on the screen of a person whose browser sends forms without JavaScript. They are led to a page
 * that says it with the same status, or to sign-in, and from there back. Every other response stays as it is.
 */
export async function readableRefusal(request: Request, response: Response): Promise<Response> {
  if (response.status < 400 || !isPlainForm(request)) return response;
  const said = apiError.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!said.success) return response;
  const back = formPage(request);
  const { code } = said.data.error;
  const to =
    code === "signed-out"
      ? signInPath({ returnTo: back })
      : `${REFUSED_PATH}?${new URLSearchParams({ because: code, ...(back === "/" ? {} : { back }) })}`;
  return new Response(null, { status: 303, headers: { Location: to, "Cache-Control": "no-store" } });
}

/** Programs and our own calls ask for no HTML. */
function isPlainForm({ method, url, headers }: Request): boolean {
  const isOfPages = /^\/api\/(acta|auth)\//i.test(new URL(url).pathname);
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    headers.get("Content-Type") ?? "",
  );
  return method === "POST" && isOfPages && isForm && (headers.get("Accept") ?? "").includes("text/html");
}

/** The page of the form, as far as the browser names it. */
function formPage({ headers }: Request): string {
  const sent = URL.parse(headers.get("Referer") ?? "");
  return safeReturnPath(sent && `${sent.pathname}${sent.search}`);
}
