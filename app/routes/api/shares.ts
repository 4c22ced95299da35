import * as shares from "#app/contracts/endpoints/shares.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { asksForPart, asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { downloadSharedPdf, exportShared, playShared } from "#app/server/sharing/open-shared.ts";
import {
  changeShare,
  readShare,
  renewShare,
  restoreShare,
  revokeShare,
  shareMeeting,
} from "#app/server/sharing/share-meeting.ts";

/** Links to meetings, and their files for anyone with the link. */
export const shareRoutes: readonly ApiRoute[] = [
  apiRoute(shares.playShared, async ({ request, params, services }) =>
    sendFile(request, await playShared(services, { token: params.token, part: asksForPart(request) })),
  ),
  apiRoute(shares.exportShared, async ({ request, params, services }) => {
    const { token, format } = params;
    const locale = await localeOf(request);
    const transcript = asksForTranscript(request);
    return sendFile(request, await exportShared(services, { token, format, locale, transcript }));
  }),
  apiRoute(shares.downloadSharedPdf, async ({ request, params, services }) =>
    sendFile(request, await downloadSharedPdf(services, params.token)),
  ),
  apiRoute(shares.readShare, ({ params, services, actor }) => readShare(services, { actor, meetId: params.meetId })),
  apiRoute(shares.createShare, ({ params, services, actor }) =>
    shareMeeting(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(shares.changeShare, ({ params, services, actor, body }) =>
    changeShare(services, { actor, meetId: params.meetId }, body),
  ),
  apiRoute(shares.revokeShare, ({ params, services, actor }) =>
    revokeShare(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(shares.restoreShare, ({ params, services, actor }) =>
    restoreShare(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(shares.renewShare, ({ params, services, actor }) => renewShare(services, { actor, meetId: params.meetId })),
];
