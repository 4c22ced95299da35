import { revokeInvitation } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { revokeInvitation as revoke } from "#app/server/teams/invite-member.ts";

/** DELETE /api/acta/team/invitations/:invitation_id */
export const loader = apiRoute(revokeInvitation, ({ services, actor, params }) =>
  revoke(services, actor, params.invitation_id),
);
export const action = loader;
