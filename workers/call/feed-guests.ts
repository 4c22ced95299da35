import type { BotEvent } from "#app/contracts/recording/recorder.ts";
import { type CallEvent, isLive } from "#app/domain/call/call-state.ts";
import type { CallId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { publish, applyCallEvent } from "#workers/call/apply-event.ts";
import { guestSegment, guestsOf, type GuestRow, hadEnded, raiseAttempt } from "#workers/call/store-guests.ts";
import { notePeople, noteSegmentEnded, noteSegmentStarted, noteSound, peopleOf } from "#workers/call/store-sound.ts";

/** Forwards a bot's events to the calls that record with it (guests); not those before or after the time a guest may record. */

type Said = { event: BotEvent; now: number };

export function forwardBotEvent(storage: DurableObjectStorage, source: CallId, { event, now }: Said): void {
  for (const guest of guestsOf(storage.sql, source)) forwardToGuest(storage, guest, { event, now });
}

function forwardToGuest(storage: DurableObjectStorage, guest: GuestRow, { event, now }: Said): void {
  const { sql } = storage;
  const { callId, feed, state } = guest;
  sql.exec("UPDATE calls SET event_at = max(event_at, ?), last_report_at = ? WHERE call_id = ?", event.at, now, callId);
  switch (event.type) {
    case "segment-started": {
      const segment = guestSegment(feed, event.segment);
      if (hadEnded(feed, event) || (feed.untilAt !== null && event.startedAt >= feed.untilAt)) return;
      noteSegmentStarted(sql, callId, { ...event, segment }, Math.max(0, feed.fromAt - event.startedAt));
      if (event.stream !== "mix") return;
      const startedAt = Math.max(feed.fromAt, event.startedAt);
      applyCallEvent(storage, callId, { type: "capture-began", attempt: state.attempt, startedAt }, { now });
      return;
    }
    case "segment-ended":
      noteSegmentEnded(sql, callId, { ...event, segment: guestSegment(feed, event.segment) });
      return;
    case "people":
      if (event.at < feed.fromAt || isAfter(feed.untilAt, event.at)) return;
      if (notePeople(sql, callId, event)) publish(sql, callId, { type: "people", ...peopleOf(sql, callId) }, now);
      return;
    case "speech":
    case "loud": {
      const part = clipSound(event, feed.fromAt, feed.untilAt);
      if (part !== null) noteSound(sql, callId, part);
      return;
    }
    case "warning":
      applyCallEvent(storage, callId, { type: "warned", attempt: state.attempt, warning: event.warning }, { now });
      return;
    case "state":
      return;
    default:
      assertNever(event);
  }
}

/**
 * Applies the state of a bot to its guests. `event` is the event that its own call got. A lost bot that is sent again only
 * interrupts them; if it is not sent again, the guests get bots of their own.
 */
export function forwardCallEvent(
  storage: DurableObjectStorage,
  source: CallId,
  { event, now }: { event: CallEvent; now: number },
): void {
  const { sql } = storage;
  for (const guest of guestsOf(sql, source)) {
    const told = meaningFor(guest, event, readCall(sql, source));
    if (told === null) continue;
    applyCallEvent(storage, guest.callId, told.event, { now });
    if (told.botAttempt !== null) raiseAttempt(sql, guest, told.botAttempt);
  }
}

function meaningFor(
  { state }: GuestRow,
  event: CallEvent,
  source: ReturnType<typeof readCall>,
): { event: CallEvent; botAttempt: number | null } | null {
  const { attempt } = state;
  switch (event.type) {
    case "warned":
    case "bot-leaving":
    case "bot-left":
    case "recorder-refused":
      return { event: { ...event, attempt }, botAttempt: null };
    case "bot-lost": {
      const isSentAnew = source !== null && source.cutAt === null && isLive(source.state.status);
      if (!isSentAnew) return { event: { ...event, attempt }, botAttempt: null };
      return { event: { type: "warned", attempt, warning: "reconnecting" }, botAttempt: source.state.attempt };
    }
    default:
      return null;
  }
}

type Sound = Extract<BotEvent, { type: "speech" | "loud" }>;

/** The part of a sound between two moments; null where there is none. */
export function clipSound<Event extends Sound>(event: Event, fromAt: number, untilAt: number | null): Event | null {
  const startAt = Math.max(event.startAt, fromAt);
  const endAt = untilAt === null ? event.endAt : Math.min(event.endAt, untilAt);
  return startAt < endAt ? { ...event, startAt, endAt } : null;
}

export function isAfter(untilAt: number | null, at: number): boolean {
  return untilAt !== null && at >= untilAt;
}
