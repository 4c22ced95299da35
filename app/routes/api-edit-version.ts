import { bringBack } from "#app/contracts/meeting-edits.ts";
import { parseVersion } from "#app/domain/summary/edits/parse-version.ts";
import { refused } from "#app/domain/outcome.ts";
import { apiRoute } from "#app/server/http/api-route.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";

const METHODS = ["GET", "HEAD", "POST"] as const;

/** GET /api/acta/meetings/:meetId/versions/:version: earlier minutes to read. */
export const loader = apiRoute({
  methods: METHODS,
  who: "user",
  failure: "error.loadingData",
  async answer({ params, services, actor }) {
    const version = parseVersion(params.version);
    if (version === null) return refused("not-found");
    return readMeetingEdits(services, actor, params.meetId, { about: "version", version });
  },
});

/** POST: shows them again, as a version of its own. */
export const action = apiRoute({
  methods: METHODS,
  who: "user",
  rate: { limit: "edit", counted: "bring-back" },
  body: bringBack,
  failure: "error.saveMeeting",
  async answer({ params, services, actor, body: { saveId } }) {
    const version = parseVersion(params.version);
    if (version === null) return refused("not-found");
    return editMeeting(services, actor, params.meetId, { type: "bring-back", saveId, version });
  },
});
