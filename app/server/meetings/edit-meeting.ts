import type {
  RewriteAnswer,
  SegmentAnswer,
  SpeakerAnswer,
  VersionAnswer,
  VersionsAnswer,
} from "#app/contracts/edit-answers.ts";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
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

/** What each question is answered with. */
type EditAnswers = {
  summary: { summary: MeetingView["summary"] };
  versions: VersionsAnswer;
  version: VersionAnswer;
  speakers: { speakers: SpeakerAnswer[] };
  segment: SegmentAnswer;
  rewrite: { rewrite: RewriteAnswer };
};

/** What whoever corrects has to know; for those who may correct. */
export async function readMeetingEdits<About extends EditQuestion["about"]>(
  services: Needs,
  userId: string,
  meetIdText: string | undefined,
  question: EditQuestion & { about: About },
): Promise<Outcome<EditAnswers[About], "not-found">> {
  const meetId = parseMeetId(meetIdText);
  const viewer = meetId && (await findViewer(services, userId, meetId));
  if (!meetId || !viewer || !may(viewer, "edit")) return refused("not-found");
  const reading = await services.edits.readEdits(meetId, question);
  // The object answers what it was asked about; its port has one type for all answers.
  return reading ? ok(byViewer(reading, userId) as EditAnswers[About]) : refused("not-found");
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
