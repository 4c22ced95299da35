import * as calls from "#app/contracts/endpoints/calls.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import {
  answerRequest,
  askAgain,
  cancelCall,
  changeCall,
  readScreenshot,
  stopCall,
} from "#app/server/meetings/change-call.ts";
import { inviteMeeting } from "#app/server/meetings/invite-meeting.ts";

/** Acta in a call. */
export const callRoutes: readonly ApiRoute[] = [
  apiRoute(calls.inviteMeeting, ({ services, actor, user, body }) => inviteMeeting(services, { actor, user }, body)),
  apiRoute(calls.changeCall, ({ params, services, actor, user, body }) =>
    changeCall(services, { actor, user }, params.meetId, body),
  ),
  apiRoute(calls.cancelCall, ({ params, services, actor }) => cancelCall(services, actor, params.meetId)),
  apiRoute(calls.askAgain, ({ params, services, actor }) => askAgain(services, actor, params.meetId)),
  apiRoute(calls.answerRequest, ({ params, services, actor, body }) =>
    answerRequest(services, actor, params.meetId, body),
  ),
  apiRoute(calls.stopCall, ({ params, services, actor }) => stopCall(services, actor, params.meetId)),
  apiRoute(calls.readScreenshot, async ({ request, params, services, actor }) =>
    sendFile(request, await readScreenshot(services, actor, params.meetId)),
  ),
];
