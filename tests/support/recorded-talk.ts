import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { newRecordingId } from "#app/domain/ids.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { newTranscriptKey } from "#app/server/storage/keys.ts";
import { fixture } from "#tests/support/fixture.ts";
import { giveLanguage, type SaidTask, scriptedLanguage } from "#tests/support/scripted-minutes.ts";
import { toldWorkspace } from "#tests/support/told-workspace.ts";
import { beginUpload, objectOf, putBytes, type UploadInput } from "#tests/support/upload-meeting.ts";

const OWNER = { kind: "owner", userId: "anybody" } as const;
const CUE_MS = 2000;

/** The start of a line of a recorded talk, in ms. */
export const lineStart = (line: number) => line * CUE_MS;

/**
 * A meeting whose transcript has these lines, each of a speaker, and that has its minutes: written by a scripted model where a line gives a
 * task, or by `model`, else quoted. Real objects, D1 and R2.
 */
export async function recordedTalk(
  lines: readonly (readonly [speaker: string, text: string, task?: SaidTask])[],
  input: UploadInput = {},
  model?: LanguageModel,
) {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
  const cues = lines.map(
    ([speaker, text], line) =>
      `${clock(lineStart(line))} --> ${clock(lineStart(line + 1))}\n<v ${speaker}>${text}</v>\n`,
  );
  const transcript = new TextEncoder().encode(`WEBVTT\n\n${cues.join("\n")}`);
  const recordingId = newRecordingId();
  const key = newTranscriptKey(recordingId, "vtt");
  await env.RECORDINGS.put(key, transcript);
  const meeting = await beginUpload({
    ...input,
    recordingId,
    transcript: { key, expectedBytes: transcript.byteLength },
  });
  await putBytes(meeting, await fixture("talk.mp4"));
  const object = objectOf(meeting.meetId);
  const tasks = new Map(lines.flatMap(([, , task], line) => (task ? [[line, task] as const] : [])));
  const language = model ?? (tasks.size > 0 ? scriptedLanguage(tasks) : null);
  if (language) await giveLanguage(object, language);
  expect(await object.acceptUpload(meeting.createdBy, meeting.details)).toEqual({ ok: true, value: null });
  await vi.waitFor(async () => expect((await object.view(OWNER))?.head.status).toBe("SUMMARIZED"), {
    timeout: 35_000,
    interval: 50,
  });
  await toldWorkspace(object);
  return { ...meeting, object };
}
