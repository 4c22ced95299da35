import type { MeetId } from "#app/domain/ids.ts";
import type { DomainEvent, DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { AskStub } from "#app/server/ports/ask.ts";
import type { AccountProcess } from "#app/server/ports/account-process.ts";
import type {
  CalendarMailsStub,
  FollowUpsStub,
  MailStatusStub,
  WeeklyDigestsStub,
} from "#app/server/ports/workspace-mails.ts";
import type { DeadLettersStub } from "#app/server/ports/dead-letters.ts";
import type { MinutesDeliveriesStub } from "#app/server/ports/minutes-deliveries.ts";
import type { OpenPagesStub } from "#app/server/ports/open-pages.ts";
import type { RequestCountsStub } from "#app/server/ports/request-counts.ts";
import type { SearchIndexStub } from "#app/server/ports/search-index.ts";
import type { WebhookDeliveriesStub } from "#app/server/ports/webhook-deliveries.ts";
import type { WorkspaceListsStub } from "#app/server/ports/workspace-lists.ts";

/**
 * Whether a meeting's creator may have webhooks that are not paused, connected accounts, and series whose follow-ups go by themselves; and whether
 * the index of a team may have the meeting.
 */
export type MayHave = { webhooks: boolean; connections: boolean; series: boolean; teams: boolean };

/** An event as consumers get it. (meetId, id) is the same in every repetition. */
export type WorkspaceEvent = DomainEvent & { meetId: MeetId };

/** A part of Acta that follows the meetings of a workspace. It has a cursor of its own, so that no other waits for it. */
export interface EventConsumer {
  /** The name of its cursor: never changed. */
  name: string;
  /**
   * By kind, those after which the consumer reads at least as much of the meeting. An event behind which one of them waits is not delivered: a
   * reading may be a transcript of hours.
   */
  replacedBy?: Partial<Record<DomainEventKind, readonly DomainEventKind[]>>;
  /**
   * Takes one event, in the order of the workspace. Delivered at least once, so a repetition must change nothing. An event is
   * delivered again after an error, and after DELIVERY_MS_MAX, when `signal` is aborted.
   */
  consume(event: WorkspaceEvent, signal: AbortSignal): Promise<void>;
}

/** A workspace's object from outside. */
export interface WorkspaceObjectStub
  extends SearchIndexStub,
    MailStatusStub,
    CalendarMailsStub,
    WeeklyDigestsStub,
    FollowUpsStub,
    WebhookDeliveriesStub,
    MinutesDeliveriesStub,
    RequestCountsStub,
    DeadLettersStub,
    OpenPagesStub,
    AskStub,
    WorkspaceListsStub,
    AccountProcess {
  /**
   * Resolves once the events are stored; does not wait for consumers. Idempotent. `mayHave`: as D1 answered after the last of them; without it the
   * consumers ask.
   */
  takeEvents(meetId: MeetId, events: DomainEvent[], mayHave?: MayHave): Promise<void>;
}
