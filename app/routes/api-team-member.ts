import { changeMemberRole, removeMember } from "#app/contracts/endpoints/teams.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";
import { changeRole, removeMember as remove } from "#app/server/teams/change-members.ts";

/** /api/acta/team/members/:member_id */
export const loader = apiRoutes(
  apiRoute(removeMember, ({ services, actor, params }) => remove(services, actor, params.member_id)),
  apiRoute(changeMemberRole, ({ services, actor, params, body }) =>
    changeRole(services, actor, { memberId: params.member_id, role: body.role }),
  ),
);
export const action = loader;
