import type * as z from "zod";
import type { rewritesAnswer } from "#app/contracts/template/template-answers.ts";
import type { rewriteSeveral as payload } from "#app/contracts/template/template-changes.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { MEETING_LANGUAGE_DEFAULT } from "#app/domain/meeting-languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { faultOf } from "#app/server/log.ts";
import { readMeetingEdits, rewriteMeeting } from "#app/server/meetings/edit-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { chooseTemplate } from "#app/server/templates/choose-template.ts";

type Result = z.output<typeof rewritesAnswer>["results"][number];

/**
 * Has the minutes of several meetings written again with one template. One meeting that cannot be written again does not hold up the
 * others; the answer says for each whether it began.
 */
export async function rewriteSeveral(
  services: Pick<Services, "db" | "edits" | "log" | "now">,
  actor: PersonActor,
  asked: z.output<typeof payload>,
): Promise<Outcome<{ results: Result[] }, "template-not-found">> {
  const { templateId } = asked;
  const isThere = await chooseTemplate(services, actor, { templateId, language: MEETING_LANGUAGE_DEFAULT });
  if (!isThere) return refused("template-not-found");
  const results: Result[] = [];
  for (const meetId of new Set(asked.meetIds))
    results.push({ meetId, outcome: await begin(services, actor, meetId, asked) });
  return ok({ results });
}

async function begin(
  services: Pick<Services, "db" | "edits" | "log" | "now">,
  actor: PersonActor,
  meetId: string,
  { saveId, templateId, language: wanted, hand }: z.output<typeof payload>,
): Promise<Result["outcome"]> {
  try {
    const read = await readMeetingEdits(services, actor, meetId, { about: "rewrite" });
    if (!read.ok) return read.reason;
    // An engine that quotes writes in one language only, which may not be that of the minutes.
    const { language: written, languages } = read.value.rewrite;
    const language = wanted ?? (languages.includes(written) ? written : (languages[0] ?? written));
    const begun = await rewriteMeeting(services, actor, meetId, { saveId, templateId, language, hand });
    if (begun.ok) return "started";
    return begun.reason === "not-found" || begun.reason === "not-ready" || begun.reason === "language-needs-model"
      ? begun.reason
      : "failed";
  } catch (error) {
    services.log("template.rewrite.failed", { meetId, error: faultOf(error) });
    return "failed";
  }
}
