import * as privacy from "#app/contracts/endpoints/privacy.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/lists.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { requestDeletion } from "#app/server/account/delete-account.ts";
import { downloadArchive } from "#app/server/account/download-archive.ts";
import { saveDefault } from "#app/server/account/retention-default.ts";
import { sessionCookie } from "#app/server/identity/session.ts";
import { apiRoute, type ApiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";
import { setRetention } from "#app/server/meetings/set-retention.ts";

/** Archive, deletion of the account, and how long meetings are kept. */
export const privacyRoutes: readonly ApiRoute[] = [
  apiRoute(privacy.downloadArchive, async ({ request, services, actor, user }) => {
    const only = chosenMeetings(new URL(request.url).searchParams.get("meetings"));
    if (only === "invalid") return refused("invalid-payload");
    const locale = await localeOf(request);
    return sendFile(request, ok(downloadArchive(services, { caller: { actor, user }, locale, only })));
  }),
  apiRoute(privacy.deleteAccount, async ({ request, services, actor, user, body }) => {
    const { confirmation } = body;
    const asked = await requestDeletion(services, { actor, user }, { confirmation, locale: await localeOf(request) });
    if (!asked.ok) return asked;
    const headers = new Headers({ "Cache-Control": "no-store" });
    headers.set("Set-Cookie", sessionCookie(services.config.origin, "", 0));
    return new Response(null, { status: 204, headers });
  }),
  apiRoute(privacy.saveRetention, async ({ services, actor, body }) => ok(await saveDefault(services, actor, body))),
  apiRoute(privacy.saveMeetingRetention, ({ services, actor, params, body }) =>
    setRetention(services, { actor, meetId: params.meetId, rule: body.rule }),
  ),
];

function chosenMeetings(given: string | null): MeetId[] | "invalid" | null {
  if (given === null) return null;
  const ids = given.split(",").map((text) => parseMeetId(text));
  const known = ids.filter((id) => id !== null);
  return known.length === ids.length && known.length <= SELECTION_MEETINGS_MAX ? known : "invalid";
}
