import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { uploadStarted } from "#app/contracts/upload-answers.ts";
import { longTranscript } from "#tests/bench/meeting-page/long-transcript.ts";

/** A silent recording of that length, made by ffmpeg: 8 h are 1.8 MB. */
async function silentRecording(durationMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-long-"));
  const file = path.join(folder, "silent.mp4");
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", String(durationMs / 1000)];
  await promisify(execFile)("ffmpeg", ["-v", "error", ...silence, "-c:a", "aac", "-b:a", "8k", file]);
  const bytes = new Uint8Array(await readFile(file));
  await rm(folder, { recursive: true });
  return bytes;
}

type Asked = { origin: string; cookie: string; cues: number; durationMs: number; title: string };

/** Uploads it with its transcript, as an API client does, and waits until its minutes are written. The meeting's id. */
export async function uploadLongMeeting({ origin, cookie, cues, durationMs, title }: Asked): Promise<string> {
  const video = await silentRecording(durationMs);
  const transcript = new TextEncoder().encode(longTranscript({ cues, durationMs }));
  const headers = { Cookie: cookie, Origin: origin, "Content-Type": "application/json" };
  const payload = {
    meetingName: title,
    meetingDate: Date.now(),
    clientEmail: "nobody@acta.example",
    clientName: "Nobody",
    meetExtUrl: "mp4",
    meetLanguage: "en",
    templateId: null,
    fileSize: video.byteLength,
    transcriptExt: "vtt",
    transcriptSize: transcript.byteLength,
  };
  const post = (name: string, body: unknown) =>
    answered(fetch(`${origin}/api/acta/${name}`, { method: "POST", headers, body: JSON.stringify(body) }));
  const started = uploadStarted.parse(await (await post("upload", payload)).json());
  const put = (url: string | undefined, signed: Record<string, string> | undefined, body: Uint8Array<ArrayBuffer>) =>
    answered(fetch(url ?? "", { method: "PUT", headers: { ...signed }, body }));
  await put(started.transcriptUrl, started.transcriptHeaders, transcript);
  await put(started.presignedUrl, started.headers, video);
  await post("upload_data", { meetId: started.meetId, meetingData: payload });
  await summarized(origin, cookie, started.meetId);
  return started.meetId;
}

const WAIT_MS_MAX = 120_000;

/** An export is refused until there is a summary to take away. */
async function summarized(origin: string, cookie: string, meetId: string): Promise<void> {
  for (const until = Date.now() + WAIT_MS_MAX; Date.now() < until; ) {
    const page = await fetch(`${origin}/${meetId}`, { headers: { Cookie: cookie } });
    if ((await page.text()).includes('class="colophon"')) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("no minutes were written in two minutes");
}

async function answered(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${new URL(answer.url).pathname} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
