/**
 * Questions to all meetings with a real language model, the whole way through the product as `npm start` runs it:
 *   npx tsx tests/bench/ask/real-weights.ts <model.gguf> [number of questions]
 * Meetings with given transcripts are uploaded while no model is there; then Acta is started again with the model and asked. Prints each
 * answer with the moment that each line opens, so that a person can read them beside the talk. The build must be there
 * (`npx remix vite:build`). Meetings: ACTA_MEETINGS_DIR, or a folder `shared/meetings-dev` beside the project.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { askedEvent } from "#app/contracts/ask.ts";
import { ASK_QUESTIONS, MEETINGS } from "#tests/bench/ask/questions.ts";
import { silence, vttOf } from "#tests/bench/minutes/given-meeting.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const UPLOAD_MS_MAX = 600_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const model = process.argv[2];
const asked = ASK_QUESTIONS.slice(0, Number(process.argv[3] ?? ASK_QUESTIONS.length));
const meetings = (readMeetings(env.ACTA_MEETINGS_DIR ?? path.resolve("../shared/meetings-dev")) ?? []).filter(
  ({ id }) => MEETINGS.has(id),
);
if (!model || meetings.length === 0) {
  say("Left out: no model was named, or no folder of meetings was found.");
  process.exit(0);
}

const dataDir = await mkdtemp(path.join(tmpdir(), "acta-ask-weights-"));
const talk = new Map<string, (typeof meetings)[number]>();
// Made before: ffmpeg holds the event loop up, and a connection that rests meanwhile is closed.
const files = new Map<string, Uint8Array<ArrayBuffer>>();
for (const { id, segments } of meetings)
  files.set(id, await silence(Math.ceil((segments.at(-1)?.endMs ?? 0) / 1000) + 2));
const quoting = await startActa({ dataDir });
try {
  const { cookie } = await localSignIn({ appOrigin: quoting.origin });
  for (const meeting of meetings) {
    const meetId = await uploadOverHttp({
      origin: quoting.origin,
      cookie,
      title: `Meeting ${meeting.id}`,
      bytes: files.get(meeting.id) ?? new Uint8Array(),
      transcript: vttOf(meeting.segments),
    });
    talk.set(meetId, meeting);
  }
  const until = Date.now() + UPLOAD_MS_MAX;
  for (const meetId of talk.keys()) {
    const isWritten = async () => {
      const answer = await fetch(`${quoting.origin}/api/acta/meetings/${meetId}/export/json`, { headers: { cookie } });
      return answer.ok && (await answer.text()).includes('"engine"');
    };
    while (!(await isWritten()) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
} finally {
  await quoting.stop();
}

const acta = await startActa({ dataDir, env: { LANGUAGE_ENGINE: "", ACTA_LANGUAGE_MODEL_PATH: model } });
try {
  const { cookie } = await localSignIn({ appOrigin: acta.origin });
  const headers = { cookie, origin: acta.origin };
  for (const { question } of asked) {
    const began = Date.now();
    const body = new URLSearchParams({ question });
    const added = await fetch(`${acta.origin}/ask`, { method: "POST", headers, body, redirect: "manual" });
    const threadId = added.headers.get("location")?.split("/").at(-1);
    const answered = await fetch(`${acta.origin}/api/acta/ask/${threadId}/answer`, { method: "POST", headers });
    const events = (await answered.text()).split("\n").filter((line) => line !== "");
    const last = askedEvent.parse(JSON.parse(events.at(-1) ?? "null"));
    const answer = last.type === "ended" ? last.exchange.answer : null;
    say(`\n## ${question} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
    if (!answer) {
      say(events.at(-1) ?? `status ${answered.status}`);
      continue;
    }
    const { by, notice, trouble, leftOut } = answer;
    say(JSON.stringify({ by, notice, trouble, leftOut }));
    for (const { text, title, unconfirmed, meetId, startMs } of answer.lines) {
      say(`- ${unconfirmed ? "(not confirmed) " : ""}${text}  [${title}]`);
      const said = talk.get(meetId)?.segments ?? [];
      const at = said.findIndex((segment) => segment.endMs > startMs + 1);
      if (by === "model")
        for (const { speaker, text: words } of said.slice(at, at + 2)) say(`    | ${speaker}: ${words}`);
    }
  }
} finally {
  await acta.stop();
  await rm(dataDir, { recursive: true, force: true });
}
