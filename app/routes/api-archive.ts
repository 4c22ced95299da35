import { downloadArchive as endpoint } from "#app/contracts/endpoints/privacy.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { SELECTION_MEETINGS_MAX } from "#app/domain/limits/screens.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { downloadArchive } from "#app/server/account/download-archive.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { sendFile } from "#app/server/http/send-file.ts";

/** GET /api/acta/user/archive: all that Acta stores for the person as one ZIP; with `?meetings=id,id` these meetings alone. */
export const loader = apiRoute(endpoint, async ({ request, services, actor, user }) => {
  const only = chosenMeetings(new URL(request.url).searchParams.get("meetings"));
  if (only === "invalid") return refused("invalid-payload");
  const locale = await localeOf(request);
  return sendFile(request, ok(downloadArchive(services, { caller: { actor, user }, locale, only })));
});
export const action = loader;

function chosenMeetings(given: string | null): MeetId[] | "invalid" | null {
  if (given === null) return null;
  const ids = given.split(",").map((text) => parseMeetId(text));
  const known = ids.filter((id) => id !== null);
  return known.length === ids.length && known.length <= SELECTION_MEETINGS_MAX ? known : "invalid";
}
