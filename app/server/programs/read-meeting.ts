import { eq } from "drizzle-orm";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { PublicMeeting, PublicShares, PublicTask, PublicTranscript } from "#app/contracts/public.ts";
import type { ShareState } from "#app/contracts/meeting/share.ts";
import type { TokenActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { may, type MeetingAct, type PageViewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { dueDayOf } from "#app/domain/tasks/due-day.ts";
import { meetings } from "#app/server/db/schema.ts";
import { readOrder } from "#app/server/folders/read-folders.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { isoTime, meetingUrl, orderOf, seconds } from "#app/server/programs/list-pages.ts";
import type { Services } from "#app/server/services.ts";

/** One meeting as the public API answers it. Each reads the meeting's object, so that an answer holds what was written before it. */

type Needs = Pick<Services, "config" | "db" | "meetings">;
type Read<Value> = Promise<Outcome<Value, "not-found">>;

export async function readMeeting(services: Needs, actor: TokenActor, meetId: MeetId): Read<PublicMeeting> {
  const read = await viewFor(services, actor, { meetId, act: "read-summary" });
  if (!read.ok) return read;
  const { view, viewer } = read.value;
  const { head, summary } = view;
  const [order, [row]] = await Promise.all([
    readOrder(services, actor, [meetId]),
    services.db
      .select({ folderId: meetings.folderId, archivedAt: meetings.archivedAt })
      .from(meetings)
      .where(eq(meetings.id, meetId)),
  ]);
  const access = viewer.kind === "team" || viewer.kind === "guest" ? viewer.kind : "owner";
  return ok({
    id: meetId,
    title: head.title,
    startsAt: isoTime(head.startsAt),
    language: head.language,
    status: head.status,
    durationSeconds: seconds(head.durationMs),
    role: access === "owner" ? (head.role ?? "organizer") : "guest",
    participants: head.participants ?? null,
    ...orderOf(order, meetId, row?.folderId),
    // Its owner's order, which others do not see.
    archived: access === "owner" && typeof row?.archivedAt === "number",
    url: meetingUrl(services, meetId),
    timeZone: head.timeZone,
    source: head.source,
    reason: head.reason,
    template: head.templateName,
    access,
    minutesVersion: summary?.version ?? null,
  });
}

export async function readTranscript(services: Needs, actor: TokenActor, meetId: MeetId): Read<PublicTranscript> {
  const read = await viewFor(services, actor, { meetId, act: "read-transcript" });
  if (!read.ok) return read;
  const { head, segments } = read.value.view;
  return ok({
    meetingId: meetId,
    source: head.transcriptSource,
    segments: segments.map(({ id, startMs, endMs, speaker, text }) => ({ id, startMs, endMs, speaker, text })),
  });
}

/** A task as the minutes have it now. */
export async function readTask(
  services: Needs,
  actor: TokenActor,
  { meetId, taskId }: { meetId: MeetId; taskId: string },
): Read<PublicTask> {
  const read = await viewFor(services, actor, { meetId, act: "read-summary" });
  if (!read.ok) return read;
  const { view } = read.value;
  const task = tasksOf(view).find(({ id }) => id === taskId);
  if (!task) return refused("not-found");
  const { text, description, assigned, deadline, done, segmentIds } = task;
  const starts = view.segments.filter(({ id }) => segmentIds.includes(id)).map(({ startMs }) => startMs);
  return ok({
    id: taskId,
    meetingId: meetId,
    meetingTitle: view.head.title,
    text,
    description,
    assigned,
    deadline,
    dueDay: dueDayOf(deadline, view.head)?.day ?? null,
    orDay: dueDayOf(deadline, view.head)?.other ?? null,
    done: done === true,
    startMs: starts.length === 0 ? null : Math.min(...starts),
    url: meetingUrl(services, meetId),
  });
}

function tasksOf({ summary }: MeetingView) {
  return (summary?.fields ?? []).flatMap(({ content }) => (content.type === "tasks" ? content.items : []));
}

async function viewFor(
  services: Needs,
  actor: TokenActor,
  { meetId, act }: { meetId: MeetId; act: MeetingAct },
): Read<{ view: MeetingView; viewer: PageViewer }> {
  const viewer = await accessTo(services, actor, meetId);
  if (!viewer || !may(viewer, act)) return refused("not-found");
  const view = await services.meetings.view(meetId, viewer);
  return view ? ok({ view, viewer }) : refused("not-found");
}

/** The answer of a use case of sharing as the public API has it. Without the count of visits, which would change its ETag by itself. */
export function asShares<Reason extends string>(answered: Outcome<ShareState, Reason>): Outcome<PublicShares, Reason> {
  if (!answered.ok) return answered;
  const { link } = answered.value;
  if (link === null) return ok({ shares: [] });
  const { url, parts, titleShown, expiresAt } = link;
  return ok({ shares: [{ url, parts, titleShown, expiresAt: expiresAt === null ? null : isoTime(expiresAt) }] });
}
