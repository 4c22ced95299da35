import type { MeetId } from "#app/domain/ids.ts";
import type { DomainEvent } from "#app/domain/meeting/domain-events.ts";

/** An event as consumers get it. (meetId, id) is the same in every repetition. */
export type WorkspaceEvent = DomainEvent & { meetId: MeetId };

/** A part of Acta that follows the meetings of a workspace. It has a cursor of its own, so that no other waits for it. */
export interface EventConsumer {
  /** The name of its cursor: never changed. */
  name: string;
  /**
   * Takes one event, in the order of the workspace. At least once, so a repetition must change nothing. Whatever it throws is tried
   * again, and so is what takes longer than DELIVERY_MS_MAX; by then `signal` is aborted.
   */
  consume(event: WorkspaceEvent, signal: AbortSignal): Promise<void>;
}

/** A workspace's object from outside. */
export interface WorkspaceObjectStub {
  /** Answers once the events are stored; consumers are not waited for. Twice is as good as once. */
  takeEvents(meetId: MeetId, events: DomainEvent[]): Promise<void>;
}
