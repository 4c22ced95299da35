import { redeemInsiderCode as endpoint } from "#app/contracts/endpoints/billing.ts";
import { redeemInsiderCode } from "#app/server/billing/insider-codes.ts";
import { apiRoute } from "#app/server/http/api-route.ts";

/** POST /api/acta/billing/insider */
export const loader = apiRoute(endpoint, ({ services, actor, body }) => redeemInsiderCode(services, actor, body.code));
export const action = loader;
