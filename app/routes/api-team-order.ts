import { orderSeats } from "#app/contracts/endpoints/teams.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { orderSeats as order } from "#app/server/teams/order-seats.ts";

/** POST /api/acta/team/order: the seats page */
export const loader = apiRoute(orderSeats, ({ services, actor, user, body }) => order(services, { actor, user }, body));
export const action = loader;
