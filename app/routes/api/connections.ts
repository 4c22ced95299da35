import { redirect } from "@remix-run/cloudflare";
import * as collaboration from "#app/contracts/endpoints/collaboration.ts";
import * as connections from "#app/contracts/endpoints/connections.ts";
import * as followUps from "#app/contracts/endpoints/follow-ups.ts";
import { SENT_FILTERS } from "#app/domain/deliveries/delivery.ts";
import { ok } from "#app/domain/outcome.ts";
import { choosePlace, listPlaces } from "#app/server/collaboration/choose-place.ts";
import { changeConnection, disconnect, listConnections } from "#app/server/connections/change-connections.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { draftFollowUp } from "#app/server/deliveries/draft-follow-up.ts";
import { sendFollowUp } from "#app/server/deliveries/send-follow-up.ts";
import { chooseSeries, endSeries, readPlan, stopPlan } from "#app/server/deliveries/series-follow-ups.ts";
import { alongOfSent, readSent, readSentOfMeeting, resendSent } from "#app/server/deliveries/read-sent.ts";
import { sendMinutes } from "#app/server/deliveries/send-minutes.ts";
import { listProperties, previewMinutes } from "#app/server/crm/preview-minutes.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { readTasksToSend, sendTasks } from "#app/server/tasks/send-tasks.ts";

/** CRMs, services of tasks, Slack and Notion, and all that was sent. */
export const connectionRoutes: readonly ApiRoute[] = [
  apiRoute(collaboration.listPlaces, ({ services, actor, params }) =>
    listPlaces(services, actor, params.connection_id),
  ),
  apiRoute(collaboration.choosePlace, ({ services, actor, params, body }) =>
    choosePlace(services, actor, { connectionId: params.connection_id, chosen: body }),
  ),
  apiRoute(connections.listConnections, async ({ services, actor }) => ok(await listConnections(services, actor))),
  apiRoute(connections.connectAccount, async ({ services, actor, params, body }) => {
    const started = await startConnection(services, actor, { kind: params.kind, returnTo: body.returnTo });
    return started.ok ? redirect(started.value.url, 303) : started;
  }),
  apiRoute(connections.finishConnecting, async ({ request, services, actor, params }) => {
    const { searchParams: query, origin } = new URL(request.url);
    const { result, returnTo } = await finishConnection(services, actor, { kind: params.kind, query });
    const { pathname, searchParams, hash } = new URL(returnTo, origin);
    searchParams.set("connection", result);
    return redirect(`${pathname}?${searchParams}${hash}`);
  }),
  apiRoute(connections.changeConnection, ({ services, actor, params, body }) =>
    changeConnection(services, actor, { connectionId: params.connection_id, change: body }),
  ),
  apiRoute(connections.disconnectAccount, ({ services, actor, params }) =>
    disconnect(services, actor, params.connection_id),
  ),
  apiRoute(connections.listProperties, ({ services, actor, params }) =>
    listProperties(services, actor, params.connection_id),
  ),
  apiRoute(connections.previewMinutes, ({ services, actor, params, body }) =>
    previewMinutes(services, actor, {
      connectionId: params.connection_id,
      meetId: params.meetId,
      email: body.email ?? null,
    }),
  ),
  apiRoute(connections.sendMinutes, ({ services, actor, params, body }) =>
    sendMinutes(services, actor, {
      connectionId: params.connection_id,
      meetId: params.meetId,
      contacts: body.contacts ?? null,
      related: body.related ?? null,
      placeId: body.placeId ?? null,
      key: body.key ?? null,
    }),
  ),
  apiRoute(connections.readTasksToSend, ({ request, services, actor, params }) =>
    readTasksToSend(services, actor, {
      connectionId: params.connection_id,
      meetId: params.meetId,
      placeId: new URL(request.url).searchParams.get("place"),
    }),
  ),
  apiRoute(connections.sendTasks, ({ services, actor, params, body }) =>
    sendTasks(services, actor, { connectionId: params.connection_id, meetId: params.meetId, choice: body }),
  ),
  apiRoute(connections.listSent, async ({ request, services, actor }) => {
    const { searchParams: query } = new URL(request.url);
    const filter = SENT_FILTERS.find((name) => name === query.get("state")) ?? "all";
    return ok(await readSent(services, actor, { older: query.get("older"), filter }));
  }),
  apiRoute(connections.resendSent, ({ services, actor, params }) => resendSent(services, actor, params.delivery_id)),
  apiRoute(
    connections.listSentOfMeeting,
    ({ services, actor, params: { meetId }, along }) => readSentOfMeeting(services, actor, { meetId, ...along }),
    alongOfSent,
  ),
  apiRoute(followUps.draftFollowUp, ({ request, services, actor, params }) =>
    draftFollowUp(services, actor, {
      meetId: params.meetId,
      language: new URL(request.url).searchParams.get("language"),
    }),
  ),
  apiRoute(followUps.sendFollowUp, ({ services, actor, params, body }) =>
    sendFollowUp(services, actor, params.meetId, body),
  ),
  apiRoute(followUps.chooseSeries, ({ services, actor, params, body }) =>
    chooseSeries(services, actor, params.meetId, body),
  ),
  apiRoute(followUps.endSeries, ({ services, actor, params }) => endSeries(services, actor, params.meetId)),
  apiRoute(followUps.readPlan, ({ services, actor, params }) => readPlan(services, actor, params.meetId)),
  apiRoute(followUps.stopPlan, ({ services, actor, params }) => stopPlan(services, actor, params.meetId)),
];
