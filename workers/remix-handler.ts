import {
  createRequestHandler,
  type LoaderFunction,
  type RequestHandler,
  type ServerBuild,
} from "@remix-run/cloudflare";
import { isOutOfRoom } from "#app/server/http/out-of-room.ts";
import { faultOf } from "#app/server/log.ts";

/** Remix's handler for every request that nothing before it has answered. */
export function remixHandler(build: ServerBuild): RequestHandler {
  return createRequestHandler(sayingOutOfRoom(build), "production");
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
