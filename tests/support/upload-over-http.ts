import { uploadStarted } from "#app/contracts/recording/upload-answers.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";

/** The three calls of an upload as an API client makes them (§7): start, PUT, data. Answers with the meeting's id. */
export async function uploadOverHttp(input: {
  origin: string;
  cookie: string;
  title: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The kind of file; an MP4 where it is left out. */
  kind?: RecordingKind;
  language?: string;
  /** The meeting's time zone; without it that of the person. */
  timeZone?: string;
  /** A .vtt beside the video. */
  transcript?: Uint8Array<ArrayBuffer>;
  /** Reaches an Acta that stands behind a proxy. */
  ask?: typeof fetch;
}): Promise<string> {
  const { origin, cookie, title, bytes, kind = "mp4", language = "en", timeZone, transcript, ask = fetch } = input;
  const payload = {
    meetingName: title,
    meetingDate: Date.now(),
    clientEmail: "nobody@acta.example",
    clientName: "Nobody",
    meetExtUrl: kind,
    meetLanguage: language,
    templateId: null,
    ...(timeZone ? { timeZone } : {}),
    fileSize: bytes.byteLength,
    ...(transcript ? { transcriptExt: "vtt", transcriptSize: transcript.byteLength } : {}),
  };
  // A connection of its own: one that was kept may be closed by the server just as it is used again.
  const headers = { Cookie: cookie, Origin: origin, "Content-Type": "application/json", Connection: "close" };
  const started = await answered(
    await ask(`${origin}/api/acta/upload`, { method: "POST", headers, body: JSON.stringify(payload) }),
  );
  const { meetId, presignedUrl, headers: signed, ...beside } = uploadStarted.parse(await started.json());
  if (transcript && beside.transcriptUrl) {
    const headers = { "Content-Type": "application/octet-stream", ...beside.transcriptHeaders };
    await answered(await ask(beside.transcriptUrl, { method: "PUT", headers, body: transcript }));
  }
  await answered(
    await ask(presignedUrl, {
      method: "PUT",
      headers: { "Content-Type": "application/octet-stream", ...signed },
      body: bytes,
    }),
  );
  const body = JSON.stringify({ meetId, meetingData: payload });
  await answered(await ask(`${origin}/api/acta/upload_data`, { method: "POST", headers, body }));
  return meetId;
}

async function answered(response: Response): Promise<Response> {
  if (!response.ok)
    throw new Error(`${new URL(response.url).pathname} answered ${response.status}: ${await response.text()}`);
  return response;
}
