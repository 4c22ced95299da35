import { apiError } from "#app/contracts/api-answers.ts";
import { uploadStarted, type UploadStarted } from "#app/contracts/recording/upload-answers.ts";

/**
 * The three calls of an upload, with retries: a call that breaks or gets a temporary refusal is repeated as the dialog does it
 * (the same submit, `If-None-Match` on the PUT), whatever happens to the server in between. Returns the meeting's id, and the
 * reason if the recording was refused.
 */
export async function uploadPersistently(input: {
  origin: string;
  cookie: string;
  title: string;
  bytes: Uint8Array<ArrayBuffer>;
  submissionId: string;
  msMax: number;
  /** Sent with each of the three calls. */
  headers?: Record<string, string>;
}): Promise<{ meetId: string; refusal: string | null }> {
  const { origin, cookie, title, bytes } = input;
  const meetingData = {
    meetingName: title,
    meetingDate: Date.UTC(2026, 10, 20, 9, 30),
    meetExtUrl: "mp4",
    meetLanguage: "en",
    templateId: null,
    fileSize: bytes.byteLength,
    submissionId: input.submissionId,
  };
  const deadline = Date.now() + input.msMax;
  const post = (path: string, body: unknown) => ({
    url: `${origin}/api/acta/${path}`,
    init: {
      method: "POST",
      headers: { Cookie: cookie, Origin: origin, "Content-Type": "application/json", ...input.headers },
      body: JSON.stringify(body),
    },
  });

  const landed = await insist(deadline, async () => {
    const started = await ask(post("upload", meetingData));
    if (!started.ok) throw new Error(`upload answered ${started.status}: ${await started.text()}`);
    const { meetId, presignedUrl, headers }: UploadStarted = uploadStarted.parse(await started.json());
    const put = await ask({
      url: presignedUrl,
      init: {
        method: "PUT",
        headers: { "Content-Type": "application/octet-stream", ...headers, ...input.headers },
        body: bytes,
      },
    });
    // 412: an earlier try landed and only its answer was lost.
    if (!put.ok && put.status !== 412) throw new Error(`PUT answered ${put.status}`);
    return meetId;
  });
  const finished = await insist(deadline, () => ask(post("upload_data", { meetId: landed, meetingData })));
  if (finished.ok) return { meetId: landed, refusal: null };
  const { error } = apiError.parse(await finished.json());
  return { meetId: landed, refusal: error.reason ?? error.code };
}

class NotNow extends Error {}

async function ask({ url, init }: { url: string; init: RequestInit }): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new NotNow("the connection broke", { cause });
  }
  if (response.status >= 500) throw new NotNow(`${new URL(url).pathname} answered ${response.status}`);
  return response;
}

async function insist<Value>(deadline: number, attempt: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof NotNow) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
