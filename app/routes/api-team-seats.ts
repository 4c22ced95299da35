import { changeTeamSeats } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { changeSeats } from "#app/server/teams/change-team.ts";

/** PUT /api/acta/team/seats */
export const loader = apiRoute(changeTeamSeats, ({ services, actor, body }) =>
  changeSeats(services, actor, body.seats),
);
export const action = loader;
