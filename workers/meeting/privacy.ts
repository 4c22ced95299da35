import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import {
  changedRule,
  isSameRule,
  KEEP_EVERYTHING,
  type PlannedMeeting,
  type RetentionChange,
  type RetentionRule,
  type RetentionSetting,
} from "#app/domain/privacy/retention.ts";
import type { MeetingLists } from "#workers/meeting/deps.ts";
import type { ListSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import type { Subscriber } from "#workers/meeting/publish/publisher.ts";
import { scheduleRetention } from "#workers/meeting/steps/delete-by-rule.ts";
import {
  addObjection,
  planOf,
  readRetention,
  saveOwnRule,
  saveStandardRule,
  standardSetAt,
} from "#workers/meeting/store/retention.ts";
import { recordChange } from "#workers/meeting/store/store.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** A meeting's retention rule, as it is set; and the objections of recorded people. */

export function ownRetention(sql: SqlStorage): { title: string; rule: RetentionRule | null } | null {
  const row = readAlive(sql);
  if (row === null) return null;
  const { isOwn, setting } = readRetention(sql);
  return { title: row.alive.details.title, rule: isOwn ? (setting?.rule ?? null) : null };
}

/** The content of a warning about the meeting's deletions ahead; null where it is gone. */
export function plannedOf(sql: SqlStorage, now: number): PlannedMeeting | null {
  const row = readAlive(sql);
  if (row === null) return null;
  const { title, startsAt } = row.alive.details;
  return { meetId: row.meetId, createdBy: row.createdBy, title, startsAt, plan: planOf(sql, row, now) };
}

/** Parts that are not named stay as the meeting's own rule has them, or else the default that it follows. */
export function setRetention(
  storage: DurableObjectStorage,
  changed: RetentionChange | null,
  now: number,
): Outcome<RetentionRule | null, "not-found"> {
  if (readAlive(storage.sql) === null) return refused("not-found");
  const { isOwn, setting } = readRetention(storage.sql);
  const rule = changed && changedRule(setting?.rule ?? KEEP_EVERYTHING, changed);
  // The same rule again moves no deletion, so that its owner is not warned a second time.
  if (isOwn && setting && rule && isSameRule(setting.rule, rule)) return ok(rule);
  change(storage, now, (sql) => saveOwnRule(sql, rule && { rule, setAt: now }));
  return ok(rule);
}

/** A default that was changed again may still be told to some meetings, when others know the newer one. */
export function setStandardRetention(storage: DurableObjectStorage, setting: RetentionSetting, now: number): void {
  const known = standardSetAt(storage.sql);
  if (known !== null && known > setting.setAt) return;
  change(storage, now, (sql) => saveStandardRule(sql, setting));
}

/** Open pages show the new times. Does nothing to a meeting that is gone. */
function change(storage: DurableObjectStorage, now: number, write: (sql: SqlStorage) => void): void {
  recordChange(storage, {
    event: "retention-set",
    now,
    changed: {},
    write(sql) {
      write(sql);
      scheduleRetention(sql, now);
    },
  });
}

/** Kept in the meeting until it is deleted; the event tells the consumers of its workspace. */
export function takeObjection(
  storage: DurableObjectStorage,
  { name, text, sender }: { name: string; text: string; sender: string },
  now: number,
): boolean {
  let taken = false;
  recordChange(storage, {
    event: "objection-made",
    now,
    changed: {},
    write(sql) {
      taken = addObjection(sql, { at: now, name, text, sender });
    },
  });
  return taken;
}

/**
 * Reads the default of the workspace when the meeting's status has changed: a new meeting follows it from its first change on, and its
 * deletions are planned again when its transcript is complete. It has come with the row as a rule; D1 is asked where it has not.
 */
export function retentionSubscriber(
  lists: Pick<MeetingLists, "retentionDefault"> & Pick<ListSubscriber, "takeRead">,
  now: () => number,
  arm: () => Promise<void>,
): Subscriber {
  let told: string | null = null;
  return {
    name: "retention",
    async tell(sql) {
      const row = readAlive(sql);
      if (row === null) return null;
      const { status, media, sound } = row.alive.state;
      const says = [status, media.kind, sound?.video].join(" ");
      // Before its call there is nothing to keep.
      if (says === told || status === "SCHEDULE") return null;
      const read = lists.takeRead();
      const known = read ? read.standardSetAt : standardSetAt(sql);
      const setting = read ? read.retention : await lists.retentionDefault(row.workspaceId);
      // It may have been deleted meanwhile.
      if (readAlive(sql) === null) return null;
      told = says;
      // A newer default may have been told meanwhile.
      if (standardSetAt(sql) !== known) return null;
      // Most meetings have no rule, and are written nothing.
      if (setting === null && readRetention(sql).setting === null) return null;
      saveStandardRule(sql, setting);
      scheduleRetention(sql, now());
      await arm();
      return null;
    },
  };
}
