import { listTemplates as endpoint } from "#app/contracts/endpoints/edits.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { listTemplates } from "#app/server/meetings/list-meetings.ts";

/** GET /api/acta/templates (§7): an array. The system default has no id (§3). */
export const loader = apiRoute(endpoint, async () => ok(listTemplates()));
export const action = loader;
