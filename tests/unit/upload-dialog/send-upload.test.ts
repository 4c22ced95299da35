import { expect, test } from "vitest";
import type { UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { meetingPayload, uploadDataPayload } from "#app/contracts/recording/upload.ts";
import { TRANSCRIPT_REFUSALS, UPLOAD_REFUSALS, type UploadRefusal } from "#app/domain/meeting/status.ts";
import type { PartsEnd } from "#app/features/upload/parts/send-parts.ts";
import { type Reply, sendUpload, type UploadTransport } from "#app/features/upload/send/send-upload.ts";
import type { UploadEvent } from "#app/features/upload/send/upload-flow.ts";
import { uploadPayload } from "#app/features/upload/send/upload-payload.ts";
import { nextAttempt } from "#app/features/upload/send/use-upload.ts";

const payload = uploadPayload({
  values: { meetingName: "Review", meetingDate: 1_795_079_600_000, meetLanguage: "ca", templateId: null },
  user: { name: "Laia", email: "laia@example.test" },
  fileSize: 100,
  submissionId: "submission-1",
  timeZone: "Europe/Madrid",
});

const MEET = { meetId: "m1", presignedUrl: "https://storage.test/k?sig", headers: { "If-None-Match": "*" } };
const no = (status: number, code: string | null = null, reason: string | null = null) =>
  ({ ok: false, status, code, reason }) as const;

type Script = {
  start?: Reply<UploadStarted> | Error;
  put?: number | Error;
  parts?: PartsEnd;
  look?: UploadRefusal;
  sound?: boolean;
  finish?: Reply<null> | Error;
};

/** A transport that answers from a script and records its calls. */
function scripted(script: Script) {
  const calls: unknown[][] = [];
  const answer = <Value>(value: Value | Error): Promise<Value> =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  const transport: UploadTransport = {
    start: (body) => {
      calls.push(["start", body]);
      return answer(script.start ?? { ok: true, value: MEET });
    },
    put: ({ url, headers, onSent }) => {
      calls.push(["put", url, headers]);
      onSent(40);
      return answer(script.put ?? 200);
    },
    look: () => Promise.resolve(script.look ?? null),
    putSound: ({ meetId, onBegun, onSent }) => {
      if (script.sound === undefined) return Promise.resolve(false);
      calls.push(["sound", meetId]);
      onBegun(12);
      onSent(9);
      return Promise.resolve(script.sound);
    },
    putParts: ({ meetId, partBytes, landed, onSent, onLine }) => {
      calls.push(["parts", meetId, partBytes, landed]);
      onSent(60);
      onLine("down");
      return answer(script.parts ?? "sent");
    },
    giveUp: async (meetId) => void calls.push(["give-up", meetId]),
    finish: (body) => {
      calls.push(["finish", body]);
      return answer(script.finish ?? { ok: true, value: null });
    },
  };
  return { transport, calls };
}

async function send(
  script: Script,
  landedAs: string | null = null,
  signal = new AbortController().signal,
  sent = payload,
) {
  const { transport, calls } = scripted(script);
  const events: UploadEvent[] = [];
  const end = await sendUpload(transport, {
    payload: sent,
    landedAs,
    signal,
    now: () => 7,
    report: (event) => events.push(event),
  });
  return { end, events, calls, last: events.at(-1) };
}

test("the meeting is created, the file sent, then the meeting data posted; the person goes to the meeting", async () => {
  const { end, events, calls } = await send({});
  expect(calls).toEqual([
    ["start", payload],
    ["put", MEET.presignedUrl, MEET.headers],
    ["finish", { meetId: "m1", meetingData: payload }],
  ]);
  expect(events).toEqual([
    { type: "sending", meetId: "m1", inParts: false, at: 7 },
    { type: "progressed", sentBytes: 40, at: 7 },
    { type: "sent" },
    { type: "arrived", meetId: "m1" },
  ]);
  expect(end).toEqual({ landedAs: "m1", sameSubmission: true });
});

test("the sent payload passes the API's schema", () => {
  expect(meetingPayload.parse(payload)).toEqual(payload);
  expect(uploadDataPayload.parse({ meetId: "m1", meetingData: payload }).meetingData).toEqual(payload);
  expect(payload.meetExtUrl).toBe("mp4");
});

const UPLOAD_ERROR = { type: "failed", failure: { kind: "upload", refusal: null } };
const CONNECTION_ERROR = { type: "failed", failure: { kind: "connection" } };
const TOO_MANY = { type: "failed", failure: { kind: "too-many-requests" } };
const SIGNED_OUT = { type: "failed", failure: { kind: "signed-out" } };

test.each<[string, Script, object, { landedAs: string | null; sameSubmission: boolean }]>([
  ["create refused", { start: no(422, "invalid") }, UPLOAD_ERROR, { landedAs: null, sameSubmission: false }],
  ["create broken", { start: no(500) }, UPLOAD_ERROR, { landedAs: null, sameSubmission: true }],
  ["create signed out", { start: no(401, "signed-out") }, SIGNED_OUT, { landedAs: null, sameSubmission: true }],
  ["create too often", { start: no(429, "too-many-requests") }, TOO_MANY, { landedAs: null, sameSubmission: true }],
  ["create without network", { start: new TypeError("x") }, CONNECTION_ERROR, { landedAs: null, sameSubmission: true }],
  [
    "limit reached",
    { start: no(403, "limit-reached") },
    { type: "limit-reached" },
    { landedAs: null, sameSubmission: false },
  ],
  ["storage refused", { put: 403 }, UPLOAD_ERROR, { landedAs: null, sameSubmission: true }],
  ["storage without network", { put: new Error("x") }, CONNECTION_ERROR, { landedAs: null, sameSubmission: true }],
  ["data broken", { finish: no(503) }, UPLOAD_ERROR, { landedAs: "m1", sameSubmission: true }],
  ["data signed out", { finish: no(401) }, SIGNED_OUT, { landedAs: "m1", sameSubmission: true }],
  ["data too often", { finish: no(429) }, TOO_MANY, { landedAs: "m1", sameSubmission: true }],
  ["data without network", { finish: new Error("x") }, CONNECTION_ERROR, { landedAs: "m1", sameSubmission: true }],
  ["data refused", { finish: no(409, "conflict") }, UPLOAD_ERROR, { landedAs: null, sameSubmission: false }],
])("%s: the last word, and what a retry may build on", async (_, script, last, end) => {
  const result = await send(script);
  expect(result.last).toEqual(last);
  expect(result.end).toEqual(end);
});

test.each(UPLOAD_REFUSALS)("the refusal %s reaches the person, and the next submit is a new one", async (refusal) => {
  const { last, end } = await send({ finish: no(422, "upload-refused", refusal) });
  expect(last).toEqual({ type: "failed", failure: { kind: "upload", refusal } });
  expect(end).toEqual({ landedAs: null, sameSubmission: false });
});

test("a reason without a text is left out, not shown", async () => {
  expect((await send({ finish: no(422, "upload-refused", "SQLITE_BUSY") })).last).toEqual(UPLOAD_ERROR);
});

test("412 means that the bytes are stored already", async () => {
  const { last, calls } = await send({ put: 412 });
  expect(calls.map(([name]) => name)).toEqual(["start", "put", "finish"]);
  expect(last).toEqual({ type: "arrived", meetId: "m1" });
});

test("a retry after the bytes are stored does not send them again", async () => {
  const { calls, events } = await send({}, "m1");
  expect(calls.map(([name]) => name)).toEqual(["finish"]);
  expect(events).toEqual([{ type: "sent" }, { type: "arrived", meetId: "m1" }]);
});

test("after a cancel nothing more is reported", async () => {
  const controller = new AbortController();
  controller.abort();
  const { events } = await send({ start: new DOMException("aborted", "AbortError") }, null, controller.signal);
  expect(events).toEqual([]);
});

test("the same submit keeps its id over retries; other content is another submit", () => {
  let made = 0;
  const newId = () => `id-${(made += 1)}`;
  const a = { content: "a", transcript: null };
  const first = nextAttempt(null, a, newId);
  expect(first).toEqual({ submissionId: "id-1", ...a, landedAs: null });
  const landed = { ...first, landedAs: "m1" };
  expect(nextAttempt(landed, a, newId)).toBe(landed);
  const b = { content: "b", transcript: null };
  expect(nextAttempt(landed, b, newId)).toEqual({ submissionId: "id-2", ...b, landedAs: null });
  expect(nextAttempt(null, a, newId).submissionId).toBe("id-3");
});

test.each<[string, string | null, string | null, string | null]>([
  ["without its transcript nothing is sent twice", "x", null, "m1"],
  ["with another one it begins anew", "x", "y", null],
  ["with one more it begins anew", null, "x", null],
  ["with the same one nothing is sent twice", "x", "x", "m1"],
])("the same video, already stored: %s", (_what, before, after, landedAs) => {
  const landed = { submissionId: "id-1", content: "a", transcript: before, landedAs: "m1" };
  const next = nextAttempt(landed, { content: "a", transcript: after }, () => "id-2");
  expect(next).toEqual({ submissionId: "id-1", content: "a", transcript: after, landedAs });
});

const PLACES = {
  ...MEET,
  transcriptUrl: "https://storage.test/t?sig",
  transcriptHeaders: { "If-None-Match": "*", "X-Of": "transcript" },
};
const withTranscript = { ...payload, transcriptExt: "vtt" as const, transcriptSize: 10 };

test("the transcript goes before the video, and both count as one upload", async () => {
  const result = await send({ start: { ok: true, value: PLACES } }, null, undefined, withTranscript);
  expect(result.calls).toEqual([
    ["start", withTranscript],
    ["put", PLACES.transcriptUrl, PLACES.transcriptHeaders],
    ["put", PLACES.presignedUrl, PLACES.headers],
    ["finish", { meetId: "m1", meetingData: withTranscript }],
  ]);
  const sent = result.events.flatMap((event) => (event.type === "progressed" ? event.sentBytes : []));
  expect(sent).toEqual([40, 50]);
  expect(meetingPayload.parse(withTranscript)).toEqual(withTranscript);
});

test("a transcript that cannot be sent stops the upload before the video", async () => {
  const result = await send({ start: { ok: true, value: PLACES }, put: 403 }, null, undefined, withTranscript);
  expect(result.calls.map(([name]) => name)).toEqual(["start", "put"]);
  expect(result.end).toEqual({ landedAs: null, sameSubmission: true });
});

test.each(TRANSCRIPT_REFUSALS)(
  "the refusal %s reaches the person, and the video stays where it landed",
  async (refusal) => {
    const script = { start: { ok: true, value: PLACES }, finish: no(422, "transcript-refused", refusal) } as const;
    const { last, end } = await send(script, null, undefined, withTranscript);
    expect(last).toEqual({ type: "failed", failure: { kind: "upload", refusal } });
    expect(end).toEqual({ landedAs: "m1", sameSubmission: true });
  },
);

test("a transcript that did not arrive is sent again by the same submit", async () => {
  const script = { start: { ok: true, value: PLACES }, finish: no(409, "transcript-missing") } as const;
  const { end } = await send(script, null, undefined, withTranscript);
  expect(end).toEqual({ landedAs: null, sameSubmission: true });
});

const IN_PARTS: Reply<UploadStarted> = { ok: true, value: { ...MEET, parts: { partBytes: 8, landed: [2] } } };

test("a large file goes in parts, continues after the stored ones, and is announced after them", async () => {
  const { calls, events } = await send({ start: IN_PARTS });
  expect(calls.map(([name]) => name)).toEqual(["start", "parts", "finish"]);
  expect(calls[1]).toEqual(["parts", "m1", 8, [2]]);
  expect(events).toContainEqual({ type: "sending", meetId: "m1", inParts: true, at: expect.any(Number) });
  expect(events).toContainEqual({ type: "went", way: "down", at: expect.any(Number) });
});

test.each<[PartsEnd, object]>([
  ["signed-out", { kind: "signed-out" }],
  ["file-changed", { kind: "file-changed" }],
  ["refused", { kind: "upload", refusal: null }],
])("parts that end as %s are said to, and the same submit goes on", async (parts, failure) => {
  const { events, end } = await send({ start: IN_PARTS, parts });
  expect(events.at(-1)).toEqual({ type: "failed", failure });
  expect(end).toEqual({ landedAs: null, sameSubmission: true });
});

test("parts that the store has lost are given up: the next submit is a new one, because it would find them missing again", async () => {
  const { calls, events, end } = await send({ start: IN_PARTS, parts: "gone" });
  expect(calls.at(-1)).toEqual(["give-up", "m1"]);
  expect(events.at(-1)).toEqual(UPLOAD_ERROR);
  expect(end).toEqual({ landedAs: null, sameSubmission: false });
});

test.each(["bytes-missing", "parts-lost"])("%s at the end: the same submit starts again", async (code) => {
  const { end } = await send({ start: IN_PARTS, finish: no(409, code) });
  expect(end).toEqual({ landedAs: null, sameSubmission: true });
});

test.each<[boolean, "in" | "none"]>([
  [true, "in"],
  [false, "none"],
])(
  "the sound goes ahead of the parts (it is in: %s); the video follows in either case, with a meter of its own",
  async (sound, stage) => {
    const { calls, events } = await send({ start: IN_PARTS, sound });
    expect(calls.map(([name]) => name)).toEqual(["start", "sound", "parts", "finish"]);
    const told = events.filter(({ type }) => type === "sound" || type === "progressed");
    expect(told).toEqual([
      { type: "sound", stage: "going", totalBytes: 12, at: 7 },
      { type: "progressed", sentBytes: 9, at: 7 },
      { type: "sound", stage, totalBytes: 100, at: 7 },
      { type: "progressed", sentBytes: 60, at: 7 },
    ]);
  },
);

test("a file that is not sent in parts sends no sound ahead", async () => {
  expect((await send({ sound: true })).calls.map(([name]) => name)).toEqual(["start", "put", "finish"]);
});

test.each(UPLOAD_REFUSALS)("%s is refused before a byte is sent, with the server's text", async (look) => {
  const { calls, events, end } = await send({ look });
  expect(calls).toEqual([]);
  expect(events).toEqual([{ type: "failed", failure: { kind: "upload", refusal: look } }]);
  expect(end).toEqual({ landedAs: null, sameSubmission: false });
});
