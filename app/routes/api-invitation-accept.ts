import { acceptInvitation } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { acceptInvitation as accept } from "#app/server/teams/join-team.ts";

/** POST /api/acta/invitations/:token/accept */
export const loader = apiRoute(acceptInvitation, ({ services, params, actor }) =>
  accept(services, { token: params.token, userId: actor.userId }),
);
export const action = loader;
