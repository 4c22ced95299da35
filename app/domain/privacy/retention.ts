import { DAY_MS } from "#app/domain/limits/units.ts";
import { RETENTION_NOTICE_MS, RETENTION_SHORT_MS, RETENTION_WARNING_MS } from "#app/domain/limits/account.ts";

/** Rules for how long a meeting keeps its parts, and when each is deleted. Pure: the meeting object's alarm acts on the plan. */

/** The parts, in the order in which they are lost when several are due at once: the meeting includes the others. */
export const RETENTION_PARTS = ["meeting", "recording", "transcript"] as const;
export type RetentionPart = (typeof RETENTION_PARTS)[number];

/** In whole days; null: until a person deletes it. A recording can also go once its speech has been written down. */
export type RetentionRule = {
  recording: number | "transcribed" | null;
  transcript: number | null;
  meeting: number | null;
};

/** The parts that a person has changed; the others stay. */
export type RetentionChange = { [Part in RetentionPart]?: RetentionRule[Part] | undefined };

export const KEEP_EVERYTHING: RetentionRule = { recording: null, transcript: null, meeting: null };

export function changedRule(rule: RetentionRule, change: RetentionChange): RetentionRule {
  const { recording = rule.recording, transcript = rule.transcript, meeting = rule.meeting } = change;
  return { recording, transcript, meeting };
}

export function isSameRule(one: RetentionRule, other: RetentionRule): boolean {
  return one.recording === other.recording && one.transcript === other.transcript && one.meeting === other.meeting;
}

/** A rule and the time at which a person set it. */
export type RetentionSetting = { rule: RetentionRule; setAt: number };

export type RetentionFacts = {
  /** Days count from here: when the upload was begun, or the call began. */
  storedAt: number;
  /** When the upload had arrived, or the call was over; null before. */
  arrivedAt: number | null;
  /** When the transcript was complete; null before. */
  transcribedAt: number | null;
  /** The complete recording is stored, and no step reads it any more. */
  isRecordingRead: boolean;
  recordingRemovedAt: number | null;
  transcriptRemovedAt: number | null;
  /** When a person gave a transcript after a rule had deleted the one before: its days count from here. */
  transcriptGivenAt: number | null;
};

export type RetentionDue = { part: RetentionPart; at: number };

/**
 * The deletions ahead with their times (epoch ms), the earliest first. A rule that a person sets for meetings that exist deletes nothing before
 * RETENTION_NOTICE_MS have passed, so that a wrong choice can be taken back. A recording that took long to arrive is kept for a day
 * at least, so that it can be transcribed. Parts that go with their meeting at the same time or
 * later than it are not named.
 */
export function retentionPlan({ rule, setAt }: RetentionSetting, facts: RetentionFacts): RetentionDue[] {
  const noticed = (at: number) => (facts.storedAt <= setAt ? Math.max(at, setAt + RETENTION_NOTICE_MS) : at);
  const arrived = (at: number) => (facts.arrivedAt === null ? at : Math.max(at, facts.arrivedAt + DAY_MS));
  const after = (days: number | null, from = facts.storedAt) =>
    days === null ? null : noticed(arrived(from + days * DAY_MS));
  const times: Record<RetentionPart, number | null> = {
    meeting: after(rule.meeting),
    recording: facts.recordingRemovedAt === null ? recordingTime(rule, facts, { after, noticed }) : null,
    transcript:
      facts.transcriptRemovedAt === null ? after(rule.transcript, facts.transcriptGivenAt ?? facts.storedAt) : null,
  };
  const end = times.meeting ?? Number.POSITIVE_INFINITY;
  return RETENTION_PARTS.flatMap((part) => {
    const at = times[part];
    return at !== null && (part === "meeting" || at < end) ? [{ part, at }] : [];
  }).toSorted((one, other) => one.at - other.at);
}

type Times = { after: (days: number | null) => number | null; noticed: (at: number) => number };

function recordingTime(
  { recording }: RetentionRule,
  { transcribedAt, isRecordingRead }: RetentionFacts,
  { after, noticed }: Times,
): number | null {
  if (recording !== "transcribed") return after(recording);
  return transcribedAt === null || !isRecordingRead ? null : noticed(transcribedAt);
}

/** A meeting with deletions ahead, as a warning tells its owner of it. */
export type PlannedMeeting = {
  meetId: string;
  createdBy: string;
  title: string;
  startsAt: number;
  plan: RetentionDue[];
};

/** The parts that were warned of, each with the time of its deletion: another time is warned of anew. */
export type RetentionWarned = Partial<Record<RetentionPart, number>>;

/** The deletions of a plan that are still to be warned of, each with the time of the warning (epoch ms), the earliest first. */
export function retentionWarnings(
  plan: readonly RetentionDue[],
  { storedAt, warned }: { storedAt: number; warned: RetentionWarned },
): (RetentionDue & { warnAt: number })[] {
  return plan
    .filter(({ part, at }) => at - storedAt > RETENTION_SHORT_MS && warned[part] !== at)
    .map((due) => ({ ...due, warnAt: due.at - RETENTION_WARNING_MS }));
}

/** The earliest time of a plan; null where nothing will be deleted. */
export function nextRetentionAt(plan: readonly RetentionDue[]): number | null {
  return plan[0]?.at ?? null;
}
