import { UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";

/** The rows of D1 that account for bytes in the store. */
export type Accounts = {
  /** Meetings that are not deleted. `recordingId`: null if the row has no recording. */
  meetings: readonly { id: string; recordingId: string | null; source: string; status: string }[];
  /** Uploads in parts, with their start time (epoch ms). */
  unfinished: readonly { meetId: string; key: string; uploadId: string; createdAt: number }[];
};

/** The content of the store: keys, and multipart uploads that were neither completed nor aborted. */
export type Held = { keys: readonly string[]; openUploads: readonly { key: string; uploadId: string }[] };

/** Files of an uploaded recording. It also has the texts of its windows and, during recognition, the claims on them. */
const OF_UPLOAD = /^(?:original-[^/]+|transcript-[^/]+|(?:sound|text|claims)\/.+)$/;
const OF_CALL = /^(?:call-[^/]+\.mp4|screenshot\.png|(?:pieces|audio|text|claims)\/.+)$/;
/** Kinds of file of which a recording has one: files of earlier submits must be deleted once a file was accepted. */
const ONE_OF = /^(?:original|transcript|call)-/;
/** Names the object that keeps a call: the only key that no row of D1 refers to. */
const CALL_NOTE = /^calls\/[0-9a-z]{24}\.json$/;

/**
 * Orphans, each with the reason. A key must belong to a meeting that is not deleted, or to a recording that such a meeting uses.
 * Sound sent ahead must belong to an upload whose video may still arrive. An unfinished multipart upload must belong to an upload
 * that may still continue, or to a call. Empty if there are no orphans. `now`: epoch ms.
 */
export function orphansOf(accounts: Accounts, { keys, openUploads }: Held, now: number): string[] {
  const meetings = new Set(accounts.meetings.map(({ id }) => id));
  const waiting = new Set(accounts.meetings.flatMap(({ id, status }) => (status === "TORECORD" ? [id] : [])));
  const stoodOn = new Map(
    accounts.meetings.flatMap((meeting) =>
      meeting.recordingId === null ? [] : [[meeting.recordingId, meeting] as const],
    ),
  );
  const kept = accounts.unfinished.filter(
    ({ meetId, createdAt }) => meetings.has(meetId) && createdAt > now - UPLOAD_UNFINISHED_MS_MAX,
  );
  const files = new Map<string, number>();
  for (const key of keys) {
    const [one] = /^recordings\/[^/]+\/[a-z]+-/.exec(key) ?? [];
    if (one !== undefined) files.set(one, (files.get(one) ?? 0) + 1);
  }

  const whyOrphan = (key: string): string | null => {
    // Mails that were sent: locally the outbox stands for the mail service.
    if (CALL_NOTE.test(key) || /^outbox\/[0-9a-f]{32}\.json$/.test(key)) return null;
    const [, kind, id = "", name = ""] = /^(meetings|recordings)\/([0-9a-z]{24})\/(.+)$/.exec(key) ?? [];
    if (kind === undefined) return "no key of ours";
    if (kind === "meetings") {
      if (!meetings.has(id)) return "its meeting is gone or never was";
      return /^(?:birth\.json|[^/]+\.pdf)$/.test(name) ? null : "no file of a meeting";
    }
    const { id: meetId = "", source } = stoodOn.get(id) ?? {};
    if (source === undefined) return "no meeting stands on its recording";
    if (!(source === "upload" ? OF_UPLOAD : OF_CALL).test(name)) return "no file of such a recording";
    if (name.startsWith("sound/") && !kept.some((upload) => upload.meetId === meetId))
      return "its video is not awaited";
    if (ONE_OF.test(name) && !waiting.has(meetId) && (files.get(key.slice(0, key.indexOf("-") + 1)) ?? 0) > 1)
      return "one of several";
    return null;
  };

  return [
    ...keys.flatMap((key) => {
      const why = whyOrphan(key);
      return why === null ? [] : [`${key}: ${why}`];
    }),
    ...openUploads
      .filter(({ key, uploadId }) => !kept.some((one) => one.key === key && one.uploadId === uploadId))
      .filter(({ key }) => !(/\/call-[^/]+$/.test(key) && whyOrphan(key) === null))
      .map(({ key, uploadId }) => `unfinished upload ${uploadId.slice(0, 12)}… of ${key}: nobody can go on with it`),
    ...accounts.unfinished
      .filter((upload) => !kept.includes(upload))
      .map(({ meetId }) => `row of an unfinished upload of ${meetId}: it is over`),
  ].toSorted();
}
