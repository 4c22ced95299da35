import { changeConnection as changeEndpoint, disconnectAccount } from "#app/contracts/endpoints/connections.ts";
import { changeConnection, disconnect } from "#app/server/connections/change-connections.ts";
import { apiRoute, apiRoutes } from "#app/server/http/api-route.ts";

/** /api/acta/connections/:connection_id */
export const loader = apiRoutes(
  apiRoute(changeEndpoint, ({ services, actor, params, body }) =>
    changeConnection(services, actor, { connectionId: params.connection_id, change: body }),
  ),
  apiRoute(disconnectAccount, ({ services, actor, params }) => disconnect(services, actor, params.connection_id)),
);
export const action = loader;
