import { resendInvitation } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { resendInvitation as resend } from "#app/server/teams/invite-member.ts";

/** POST /api/acta/team/invitations/:invitation_id/resend */
export const loader = apiRoute(resendInvitation, ({ services, actor, params }) =>
  resend(services, actor, params.invitation_id),
);
export const action = loader;
