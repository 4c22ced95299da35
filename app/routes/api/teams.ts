import * as teams from "#app/contracts/endpoints/teams.ts";
import { ok } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { changeRole, removeMember } from "#app/server/teams/change-members.ts";
import { changeSeats, changeTeam, endTeam } from "#app/server/teams/change-team.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "#app/server/teams/invite-member.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "#app/server/teams/join-team.ts";
import { orderSeats } from "#app/server/teams/order-seats.ts";
import { readTeam } from "#app/server/teams/read-team.ts";
import {
  changeVisibility,
  changeVisibilityDefault,
  readVisibility,
  readVisibilityDefault,
} from "#app/server/meetings/set-visibility.ts";

/** Teams, their members, invitations and seats. */
export const teamRoutes: readonly ApiRoute[] = [
  apiRoute(teams.readInvitation, async ({ services, params, actor }) =>
    ok(await readInvitation(services, { token: params.token, userId: actor?.userId ?? null })),
  ),
  apiRoute(teams.acceptInvitation, ({ services, params, actor }) =>
    acceptInvitation(services, { token: params.token, userId: actor.userId }),
  ),
  apiRoute(teams.declineInvitation, ({ services, params, actor }) =>
    declineInvitation(services, { token: params.token, userId: actor.userId }),
  ),
  apiRoute(teams.readTeam, async ({ services, actor, request }) =>
    ok(await readTeam(services, actor, await localeOf(request))),
  ),
  apiRoute(teams.changeTeam, ({ services, actor, body }) => changeTeam(services, actor, body)),
  apiRoute(teams.endTeam, ({ services, actor }) => endTeam(services, actor)),
  apiRoute(teams.orderSeats, ({ services, actor, user, body }) => orderSeats(services, { actor, user }, body)),
  apiRoute(teams.changeTeamSeats, ({ services, actor, body }) => changeSeats(services, actor, body.seats)),
  apiRoute(teams.inviteMember, ({ services, actor, body }) => inviteMember(services, actor, body.email)),
  apiRoute(teams.revokeInvitation, ({ services, actor, params }) =>
    revokeInvitation(services, actor, params.invitation_id),
  ),
  apiRoute(teams.resendInvitation, ({ services, actor, params }) =>
    resendInvitation(services, actor, params.invitation_id),
  ),
  apiRoute(teams.removeMember, ({ services, actor, params }) => removeMember(services, actor, params.member_id)),
  apiRoute(teams.changeMemberRole, ({ services, actor, params, body }) =>
    changeRole(services, actor, { memberId: params.member_id, role: body.role }),
  ),
  apiRoute(teams.readVisibilityDefault, async ({ services, actor }) =>
    ok(await readVisibilityDefault(services, actor)),
  ),
  apiRoute(teams.changeVisibilityDefault, ({ services, actor, body }) =>
    changeVisibilityDefault(services, actor, body),
  ),
  apiRoute(teams.readVisibility, ({ services, actor, params }) => readVisibility(services, actor, params.meetId)),
  apiRoute(teams.changeVisibility, ({ services, actor, params, body }) =>
    changeVisibility(services, actor, params.meetId, body),
  ),
];
