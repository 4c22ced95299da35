import { uploadStarted } from "#app/contracts/recording/upload-answers.ts";

type Asked = {
  origin: string;
  cookie: string;
  title: string;
  video: Uint8Array<ArrayBuffer>;
  /** WebVTT. */
  transcript: string;
  /** The one that is chosen, which need not be the one that is spoken. */
  language?: "en" | "es";
};

/** Uploads a recording with its transcript, as an API client does, and waits until its minutes are written. The meeting's id. */
export async function uploadWithTranscript(asked: Asked): Promise<string> {
  const { origin, cookie, title, video, transcript, language = "en" } = asked;
  const words = new TextEncoder().encode(transcript);
  const headers = { Cookie: cookie, Origin: origin, "Content-Type": "application/json" };
  const payload = {
    meetingName: title,
    meetingDate: Date.now(),
    clientEmail: "nobody@acta.example",
    clientName: "Nobody",
    meetExtUrl: "mp4",
    meetLanguage: language,
    templateId: null,
    fileSize: video.byteLength,
    transcriptExt: "vtt",
    transcriptSize: words.byteLength,
  };
  const post = (name: string, body: unknown) =>
    answered(fetch(`${origin}/api/acta/${name}`, { method: "POST", headers, body: JSON.stringify(body) }));
  const put = (url: string | undefined, signed: Record<string, string> | undefined, body: Uint8Array<ArrayBuffer>) =>
    answered(fetch(url ?? "", { method: "PUT", headers: { ...signed }, body }));
  const started = uploadStarted.parse(await (await post("upload", payload)).json());
  await put(started.transcriptUrl, started.transcriptHeaders, words);
  await put(started.presignedUrl, started.headers, video);
  await post("upload_data", { meetId: started.meetId, meetingData: payload });
  await summarized(`${origin}/${started.meetId}`, cookie);
  return started.meetId;
}

const WAIT_MS_MAX = 120_000;

/** The last lines of the minutes are there once they have been written. */
async function summarized(address: string, cookie: string): Promise<void> {
  for (const until = Date.now() + WAIT_MS_MAX; Date.now() < until; ) {
    const page = await fetch(address, { headers: { Cookie: cookie } });
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
