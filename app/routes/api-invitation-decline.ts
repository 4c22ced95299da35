import { declineInvitation } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { declineInvitation as decline } from "#app/server/teams/join-team.ts";

/** POST /api/acta/invitations/:token/decline */
export const loader = apiRoute(declineInvitation, ({ services, params, actor }) =>
  decline(services, { token: params.token, userId: actor.userId }),
);
export const action = loader;
