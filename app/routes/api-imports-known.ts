import { findImports as endpoint } from "#app/contracts/endpoints/imports.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { findImports } from "#app/server/meetings/import-meeting.ts";

/** POST /api/acta/imports/known */
export const loader = apiRoute(endpoint, ({ services, actor, body }) => findImports(services, actor, body.digests));
export const action = loader;
