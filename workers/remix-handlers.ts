import {
  createRequestHandler,
  type LoaderFunction,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/cloudflare";
import { isOutOfRoom } from "#app/server/http/out-of-room.ts";
import { faultOf } from "#app/server/log.ts";

/** Paths that only programs and our scripts ask for: no page is among them, and no link or form of Remix leads to one. */
const API = /^\/?api\/(?:acta|v1)\//u;

type Routes = Record<string, { path?: string } | undefined>;

/**
 * Remix' handler for a request. There are two, for the API and for the pages, because Remix compares each request with every route, and a
 * page five times while it is rendered: with the API's 130 routes among them, that took more than half of a page's CPU (decision 126).
 */
export function remixHandlers(build: ServerBuild): RequestHandler {
  const api = createRequestHandler(
    only(build, ({ path }) => !isPage(path)),
    "production",
  );
  const pages = createRequestHandler(sayingOutOfRoom(only(build, ({ path }) => !isApi(path))), "production");
  return (request, context) => (API.test(new URL(request.url).pathname) ? api : pages)(request, context);
}

const isApi = (path: string | undefined) => path !== undefined && API.test(path);
/** The root and the routes of unknown paths (`api/*`, `*`) belong to both. */
const isPage = (path: string | undefined) =>
  path !== undefined && path !== "" && !path.endsWith("*") && !API.test(path);

function only(build: ServerBuild, isWanted: (route: { path?: string }) => boolean): ServerBuild {
  const filter = <Kept extends Routes>(routes: Kept) =>
    Object.fromEntries(Object.entries(routes).filter(([, route]) => route && isWanted(route))) as Kept;
  return { ...build, routes: filter(build.routes), assets: { ...build.assets, routes: filter(build.assets.routes) } };
}

/** A page that meets a full database says so: its error boundary learns of another error only that there was one. */
function sayingOutOfRoom(build: ServerBuild): ServerBuild {
  const saying =
    (answer: LoaderFunction): LoaderFunction =>
    async (args) => {
      try {
        return await answer(args);
      } catch (error) {
        if (!isOutOfRoom(error)) throw error;
        args.context.services.log("route.failed", { method: args.request.method, error: faultOf(error) });
        throw new Response(null, { status: 507 });
      }
    };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route];
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: saying(loader) }),
      ...(action && { action: saying(action) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
