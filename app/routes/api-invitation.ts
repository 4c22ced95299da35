import { readInvitation } from "#app/contracts/endpoints/teams.ts";
import { ok } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { readInvitation as read } from "#app/server/teams/join-team.ts";

/** GET /api/acta/invitations/:token */
export const loader = apiRoute(readInvitation, async ({ services, params, actor }) =>
  ok(await read(services, { token: params.token, userId: actor?.userId ?? null })),
);
export const action = loader;
