import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { errorResponse } from "#app/server/http/error-response.ts";

/** An address under /api that nothing answers, with any method. */
export function loader({ request }: Pick<LoaderFunctionArgs, "request">): Promise<Response> {
  return errorResponse(request, "not-found");
}
export const action = loader;
