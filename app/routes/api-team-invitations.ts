import { inviteMember } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { inviteMember as invite } from "#app/server/teams/invite-member.ts";

/** POST /api/acta/team/invitations */
export const loader = apiRoute(inviteMember, ({ services, actor, body }) => invite(services, actor, body.email));
export const action = loader;
