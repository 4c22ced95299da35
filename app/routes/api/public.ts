import * as publicChanges from "#app/contracts/endpoints/public-changes.ts";
import * as publicApi from "#app/contracts/endpoints/public.ts";
import { askAllAsProgram } from "#app/server/programs/ask-all.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { checkIfMatch } from "#app/server/http/entity-tag.ts";
import { asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";
import { editMeeting } from "#app/server/meetings/edit-meeting.ts";
import { downloadPdf, exportMeeting } from "#app/server/meetings/export-meeting.ts";
import { asPublicClip, listPublicClips, makePublicClip } from "#app/server/programs/clips.ts";
import { listMeetingsPage, listTasksPage, listTemplatesPage, searchPage } from "#app/server/programs/list-pages.ts";
import { finishMeeting, makeCall, makeUpload } from "#app/server/programs/make-meeting.ts";
import { asShares, readMeeting, readTask, readTranscript } from "#app/server/programs/read-meeting.ts";
import { changeClip, readClip, revokeClip } from "#app/server/sharing/change-clips.ts";
import { changeShare, readShare, revokeShare, shareMeeting } from "#app/server/sharing/share-meeting.ts";

/** The public API, under a key. Its description is a route of its own, because the build makes it. */
export const publicRoutes: readonly ApiRoute[] = [
  apiRoute(publicApi.v1ListMeetings, ({ request, services, actor, user }) => {
    const parameters = new URL(request.url).searchParams;
    return listMeetingsPage(services, actor, { parameters, timeZone: user.timeZone });
  }),
  apiRoute(publicApi.v1ReadMeeting, ({ params, services, actor }) => readMeeting(services, actor, params.meetId)),
  apiRoute(publicChanges.v1DeleteMeeting, async ({ request, params, services, actor }) => {
    const { meetId } = params;
    if (request.headers.has("If-Match")) {
      const now = await readMeeting(services, actor, meetId);
      const held = now.ok ? await checkIfMatch(request, now.value, "optional") : now;
      if (!held.ok) return held;
    }
    return deleteMeeting(services, { actor, meetId });
  }),
  apiRoute(publicApi.v1ReadTranscript, ({ params, services, actor }) => readTranscript(services, actor, params.meetId)),
  apiRoute(publicApi.v1ReadMinutes, async ({ request, params, services, actor, user }) => {
    const { meetId, format } = params;
    const transcript = asksForTranscript(request);
    if (format === "pdf") {
      const viewer = await accessTo(services, actor, meetId);
      if (!viewer) return refused("not-found");
      return sendFile(request, await downloadPdf(services, { meetId, viewer, transcript }));
    }
    return sendFile(request, await exportMeeting(services, actor, { meetId, format, locale: user.locale, transcript }));
  }),
  apiRoute(publicApi.v1ReadTask, ({ params, services, actor }) => readTask(services, actor, params)),
  apiRoute(publicChanges.v1ChangeTask, async ({ request, params, services, actor, body }) => {
    const now = await readTask(services, actor, params);
    const held = now.ok ? await checkIfMatch(request, now.value, "needed") : now;
    if (!held.ok) return held;
    const { meetId, taskId } = params;
    const changed = await editMeeting(services, actor, meetId, { type: "tick-task", taskId, done: body.done });
    return changed.ok ? readTask(services, actor, params) : changed;
  }),
  apiRoute(publicApi.v1ListShares, async ({ params, services, actor }) =>
    asShares(await readShare(services, { actor, ...params })),
  ),
  apiRoute(publicChanges.v1CreateShare, async ({ params, services, actor }) =>
    asShares(await shareMeeting(services, { actor, ...params })),
  ),
  apiRoute(publicChanges.v1ChangeShare, async ({ request, params, services, actor, body }) => {
    const now = asShares(await readShare(services, { actor, ...params }));
    if (!now.ok) return now;
    if (now.value.shares.length === 0) return refused("not-found");
    const held = await checkIfMatch(request, now.value, "needed");
    return held.ok ? asShares(await changeShare(services, { actor, ...params }, body)) : held;
  }),
  apiRoute(publicChanges.v1RevokeShare, async ({ params, services, actor }) => {
    const revoked = await revokeShare(services, { actor, ...params });
    return revoked.ok ? ok(null) : revoked;
  }),
  apiRoute(publicApi.v1ListClips, ({ params, services, actor }) => listPublicClips(services, actor, params.meetId)),
  apiRoute(publicApi.v1ReadClip, async ({ params, services, actor }) =>
    asPublicClip(await readClip(services, { actor, ...params })),
  ),
  apiRoute(publicChanges.v1CreateClip, async ({ params, services, actor, body }) =>
    asPublicClip(await makePublicClip(services, { actor, ...params }, body)),
  ),
  apiRoute(publicChanges.v1ChangeClip, async ({ request, params, services, actor, body }) => {
    const now = asPublicClip(await readClip(services, { actor, ...params }));
    const held = now.ok ? await checkIfMatch(request, now.value, "needed") : now;
    return held.ok ? asPublicClip(await changeClip(services, { actor, ...params }, body)) : held;
  }),
  apiRoute(publicChanges.v1RevokeClip, ({ params, services, actor }) => revokeClip(services, { actor, ...params })),
  apiRoute(publicApi.v1Search, ({ request, services, actor, user }) => {
    const parameters = new URL(request.url).searchParams;
    return searchPage(services, actor, { parameters, timeZone: user.timeZone });
  }),
  apiRoute(publicApi.v1Ask, async ({ services, actor, user, body }) =>
    ok(await askAllAsProgram(services, { actor, user }, body)),
  ),
  apiRoute(publicApi.v1ListTasks, ({ request, services, actor, user }) => {
    const parameters = new URL(request.url).searchParams;
    return listTasksPage(services, actor, { parameters, name: user.name });
  }),
  apiRoute(publicApi.v1ListTemplates, async ({ services, actor, user }) =>
    ok(await listTemplatesPage(services, actor, user.locale)),
  ),
  apiRoute(publicChanges.v1StartUpload, ({ request, services, actor, user, body }) =>
    makeUpload(services, { actor, user }, { key: request.headers.get("Idempotency-Key"), body }),
  ),
  apiRoute(publicChanges.v1FinishUpload, ({ services, actor, user, params }) =>
    finishMeeting(services, { actor, user }, params.meetId),
  ),
  apiRoute(publicChanges.v1InviteActa, ({ request, services, actor, user, body }) =>
    makeCall(services, { actor, user }, { key: request.headers.get("Idempotency-Key"), body }),
  ),
];
