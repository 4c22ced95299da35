import { parseMeetId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type {
  Corrected,
  Correction,
  CorrectionRefusal,
  EditQuestion,
  EditReading,
} from "#app/server/ports/meeting-edits.ts";
import { findViewer } from "#app/server/meetings/find-viewer.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "edits">;

/** Corrects a meeting. Who may not is told what anybody is told of a meeting that is not there. */
export async function editMeeting(
  services: Needs,
  userId: string,
  meetIdText: string | undefined,
  correction: Correction,
): Promise<Outcome<Corrected, CorrectionRefusal>> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await findViewer(services, userId, meetId));
  if (!meetId || !viewer || !may(viewer, "edit")) return refused("not-found");
  return services.edits.correct(meetId, correction);
}

/** What whoever corrects has to know; for those who may correct. */
export async function readMeetingEdits(
  services: Needs,
  userId: string,
  meetIdText: string | undefined,
  question: EditQuestion,
): Promise<Outcome<object, "not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await findViewer(services, userId, meetId));
  if (!meetId || !viewer || !may(viewer, "edit")) return refused("not-found");
  const reading = await services.edits.readEdits(meetId, question);
  return reading ? ok(byViewer(reading, userId)) : refused("not-found");
}

/** Who made a version is said as the person sees it; nobody's id goes out. */
function byViewer(reading: EditReading, userId: string): object {
  const { versions, ...rest } = reading;
  if (!versions) return rest;
  return {
    versions: versions.map(({ madeBy, ...version }) => ({
      ...version,
      by: madeBy === null ? "engine" : madeBy === userId ? "you" : "other",
    })),
  };
}
