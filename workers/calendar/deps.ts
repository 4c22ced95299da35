import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import type { ChannelAddress } from "#app/server/calendars/channel-token.ts";
import type { CalendarMail, CalendarMailContent } from "#app/domain/mail/mail-content.ts";
import type { Database, WorkspaceLists } from "#app/server/db/database.ts";
import type { Log } from "#app/server/log.ts";
import type { MeetingDrop, PlanAsked, PlannedCall, PlanRefusal } from "#app/server/calendars/plan-meeting.ts";
import type { BriefAsked } from "#app/server/meetings/read-brief.ts";
import type { ReachedLimit } from "#app/server/calendars/read-limit.ts";
import type { KeptOutEvent } from "#app/server/tokens/keep-out-tokens.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { CalendarFeedReader, CalendarProviderClient } from "#app/server/ports/calendar-provider.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";

/** The services that an account's object reaches outside its own storage. */
export type CalendarDeps = {
  db: Database;
  lists: WorkspaceLists;
  secretBox: SecretBox;
  clients: Record<ConsentProvider, CalendarProviderClient>;
  feeds: CalendarFeedReader;
  /** The address and the token of a new push channel; null where providers cannot reach this Acta. */
  push: ((provider: ConsentProvider, channel: ChannelAddress) => Promise<{ address: string; token: string }>) | null;
  /** Makes the meeting of an event, or finds it. */
  plan(asked: PlanAsked): Promise<Outcome<PlannedCall, PlanRefusal>>;
  /** Whether the event would get a meeting now, or has it (null), or why not. */
  whyUnplanned(asked: PlanAsked): Promise<PlanRefusal | null>;
  /** The limit of the plan that keeps Acta out of the event now; null where it would be joined, or is not for another reason. */
  limitBefore(asked: PlanAsked): Promise<ReachedLimit | null>;
  /** The brief of an event that comes again; null before its first meeting with minutes. */
  readBrief(asked: BriefAsked): Promise<CalendarMailContent | null>;
  /** The page on which the person keeps Acta out of the event. */
  keepOutUrl(event: KeptOutEvent): Promise<string>;
  /** The meeting follows its event. `other-call`: its own call is over, and the event gets another meeting. */
  moveMeeting(meetId: string, asked: PlanAsked): Promise<"moved" | "as-it-is" | "other-call">;
  /** The meeting of an event that is not joined any more. `begun`: it goes on. */
  dropMeeting(meetId: string, drop: MeetingDrop): Promise<"dropped" | "begun">;
  /** Gives a mail to the workspace's object, which sends it once. */
  queueMail(workspaceId: string, mail: CalendarMail): Promise<void>;
  /** Nothing is sent about an account that is gone. */
  forgetMails(workspaceId: string, accountId: string): Promise<void>;
  /** The pages of the person are told that their calendars or events are others. */
  tellPages(userId: string): Promise<void>;
  log: Log;
  now: () => number;
  random: () => number;
};
