import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { credits } from "#tests/support/api.ts";
import { objectOf } from "#tests/support/upload-meeting.ts";

/** For worker tests of a transcript that is given beside a video. */
export function placeOf({ transcriptUrl, transcriptHeaders }: UploadStarted) {
  if (transcriptUrl === undefined || transcriptHeaders === undefined) throw new Error("no place for a transcript");
  return { presignedUrl: transcriptUrl, headers: transcriptHeaders };
}

export const keyOf = (url: string) => new URL(url).pathname.replace("/_local/s3/acta-recordings/", "");

/** Keys in the bucket under the recording that a URL belongs to. */
export async function storedBeside(url: string): Promise<string[]> {
  const prefix = /recordings\/[0-9a-z]{24}\//.exec(url)?.[0] ?? "none";
  return (await env.RECORDINGS.list({ prefix })).objects.map(({ key }) => key);
}

export const announced = (video: Uint8Array, transcript: Uint8Array, over: Record<string, unknown> = {}) => ({
  fileSize: video.length,
  transcriptExt: "vtt",
  transcriptSize: transcript.length,
  ...over,
});

export const usedUploads = async (cookie: string) => (await credits(cookie)).meetCount.uploadMeets;

export async function statusOf(meetId: string): Promise<string | null> {
  const [row] = await openDatabase(env.DB).select().from(meetings).where(eq(meetings.id, meetId));
  return row && row.deletedAt === null ? row.status : null;
}

/** The meeting's view, once its minutes are written. */
export const summarised = (meetId: string) =>
  vi.waitFor(
    async () => {
      const view = await objectOf(meetId as MeetId).view({ kind: "owner", userId: "nora" });
      expect(view?.head.status).toBe("SUMMARIZED");
      return view;
    },
    { timeout: 20_000, interval: 50 },
  );
