import { redirect } from "@remix-run/cloudflare";
import * as meetings from "#app/contracts/endpoints/meetings.ts";
import { HISTORY_PAGE_MEETINGS, PEOPLE_PAGE, SELECTION_PAGE_MEETINGS } from "#app/domain/limits/lists.ts";
import { parseListFilters, personKeyOf } from "#app/domain/meeting/list.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { asksForNames, asksForPart, asksForTranscript, sendFile } from "#app/server/http/send-file.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";
import { deleteSeveral } from "#app/server/meetings/delete-several.ts";
import { downloadPdf, exportMeeting } from "#app/server/meetings/export-meeting.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { giveTranscript, sendReplacedTranscript } from "#app/server/meetings/give-transcript.ts";
import { alongOfLastTime, readLastTime } from "#app/server/meetings/last-time.ts";
import { listPeople } from "#app/server/meetings/list-people.ts";
import { makeSample } from "#app/server/meetings/make-sample.ts";
import { playRecording } from "#app/server/meetings/play-recording.ts";
import { retryMeeting } from "#app/server/meetings/retry-meeting.ts";
import { sendTranscript } from "#app/server/meetings/send-transcript.ts";

/** Meetings and their files. A meeting's live socket is answered by workers/entry.ts, before Remix. */
export const meetingRoutes: readonly ApiRoute[] = [
  // A form of Home and of settings, also without JavaScript. The sample is in the page's language.
  apiRoute(meetings.makeSample, async ({ request, services, actor, user }) => {
    const { meetId } = await makeSample(services, { actor, user }, await localeOf(request));
    return redirect(`/${meetId}`, 303);
  }),
  apiRoute(meetings.listMeetings, async ({ request, services, actor, user }) => {
    const { searchParams } = new URL(request.url);
    const list = await filterMeetings(services, actor, {
      filters: parseListFilters(searchParams),
      limit: searchParams.get("page") === "long" ? SELECTION_PAGE_MEETINGS : HISTORY_PAGE_MEETINGS,
      timeZone: user.timeZone,
      older: searchParams.get("older"),
      newer: searchParams.get("newer"),
    });
    return ok(list);
  }),
  apiRoute(meetings.listPeople, async ({ request, services, actor }) => {
    const after = personKeyOf(new URL(request.url).searchParams.get("after") ?? "");
    return ok(await listPeople(services, actor, { limit: PEOPLE_PAGE, after }));
  }),
  apiRoute(meetings.deleteMeetingByForm, async ({ params, services, actor }) => {
    const deleted = await deleteMeeting(services, { actor, meetId: params.meetId });
    return deleted.ok ? redirect("/history", 303) : deleted;
  }),
  // A page that is closed does not end what it asked for.
  apiRoute(meetings.deleteSeveral, async ({ body, services, actor }) => {
    const deletion = deleteSeveral(services, actor, body.meetIds);
    services.waitUntil(deletion);
    return ok({ results: await deletion });
  }),
  apiRoute(meetings.deleteMeeting, ({ params, services, actor }) =>
    deleteMeeting(services, { actor, meetId: params.meetId }),
  ),
  apiRoute(meetings.playRecording, async ({ request, params, services, actor }) =>
    sendFile(request, await playRecording(services, actor, { meetId: params.meetId, part: asksForPart(request) })),
  ),
  apiRoute(meetings.downloadRecording, async ({ request, params, services, actor }) =>
    sendFile(
      request,
      await playRecording(services, actor, { meetId: params.meetId, part: asksForPart(request), asFile: true }),
    ),
  ),
  apiRoute(meetings.readTranscript, async ({ request, params, services, actor }) =>
    sendFile(request, await sendTranscript(services, actor, params.meetId)),
  ),
  apiRoute(meetings.giveTranscript, ({ params, body, services, actor }) =>
    giveTranscript(services, actor, { meetId: params.meetId, bytes: body.file }),
  ),
  apiRoute(meetings.downloadReplacedTranscript, async ({ request, params, services, actor }) =>
    sendFile(request, await sendReplacedTranscript(services, actor, params.meetId)),
  ),
  apiRoute(meetings.exportMeeting, async ({ request, params, services, actor }) => {
    const { meetId, format } = params;
    const locale = await localeOf(request);
    const parts = { transcript: asksForTranscript(request), names: asksForNames(request) };
    return sendFile(request, await exportMeeting(services, actor, { meetId, format, locale, ...parts }));
  }),
  apiRoute(meetings.downloadPdf, async ({ request, params, services, actor }) => {
    const { meetId } = params;
    const viewer = await accessTo(services, actor, meetId);
    if (!viewer) return refused("not-found");
    const asked = { transcript: asksForTranscript(request), names: asksForNames(request) };
    return sendFile(request, await downloadPdf(services, { meetId, viewer, ...asked }));
  }),
  apiRoute(
    meetings.readLastTime,
    ({ params: { meetId }, services, actor, along }) => readLastTime(services, actor, { meetId, ...along }),
    alongOfLastTime,
  ),
  apiRoute(meetings.retryMeeting, ({ params, services, actor }) => retryMeeting(services, actor, params.meetId)),
];
