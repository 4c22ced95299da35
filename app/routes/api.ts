import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { errorResponse } from "#app/server/http/error-response.ts";
import { API } from "#app/routes/api/table.ts";

/**
 * Every endpoint of the API, and the files and feeds behind a link. The paths of the table are matched by the router's own rules, as those
 * of app/routes.ts are. They are no routes of Remix, because it compares each request with every route, and a page five times while it is
 * rendered: with 130 routes of the API among them, that was more than half of a page's CPU. An address under /api that nothing answers is a
 * 404 in JSON, with any method: programs call it.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const found = matchRoutes(PATHS, new URL(request.url).pathname)?.[0];
  const answer = found && ANSWERS.get(found.route.path);
  return answer ? answer({ request, context, params: found.params }) : errorResponse(request, "not-found");
}
export const action = loader;

const PATHS = API.map(({ path }) => ({ path }));
const ANSWERS = new Map(API.map(({ path, answer }) => [path, answer]));
