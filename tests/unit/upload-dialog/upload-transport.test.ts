import { afterEach, expect, test, vi } from "vitest";
import { UPLOAD_CALL_ATTEMPTS_MAX } from "#app/domain/limits/uploads.ts";
import { waitMs } from "#app/features/upload/parts/send-parts.ts";
import { uploadPayload } from "#app/features/upload/send/upload-payload.ts";
import { browserTransport } from "#app/features/upload/send/upload-transport.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const payload = uploadPayload({
  values: { meetingName: "Review", meetingDate: 1_795_079_600_000, meetLanguage: "ca", templateId: null },
  user: { name: "Laia", email: "laia@example.test" },
  fileSize: 100,
  submissionId: "submission-1",
  timeZone: "Europe/Madrid",
});
const STARTED = { meetId: "m".repeat(24), presignedUrl: "https://storage.test/k?sig", headers: {} };
const unavailable = () =>
  Response.json({ error: { code: "unavailable", message: "x", reason: null } }, { status: 503 });

/** The calls of a page whose server answers so, one after the other; the last answer again and again. */
function callsWith(answers: (() => Response)[]) {
  const bodies: string[] = [];
  const rests: number[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    bodies.push(body);
    return (answers[bodies.length - 1] ?? answers.at(-1) ?? unavailable)();
  });
  const transport = browserTransport({
    recording: new File(["abcdef"], "board.mp4"),
    transcript: null,
    around: {
      rest: async (ms) => void rests.push(ms),
      random: () => 0.5,
      unpaused: () => Promise.resolve(),
      pausing: () => new AbortController().signal,
    },
  });
  return { transport, bodies, rests };
}

const { signal } = new AbortController();

test("beginning an upload is asked for again while storage does not answer, as the same submit", async () => {
  const { transport, bodies, rests } = callsWith([unavailable, () => Response.json(STARTED)]);
  expect(await transport.start(payload, signal)).toEqual({ ok: true, value: STARTED });
  expect(bodies).toEqual([JSON.stringify(payload), JSON.stringify(payload)]);
  expect(rests).toEqual([waitMs(0, 0.5)]);
});

test("ending an upload is asked for again while storage does not answer", async () => {
  const { transport, bodies } = callsWith([unavailable, () => new Response(null, { status: 200 })]);
  expect(await transport.finish({ meetId: STARTED.meetId, meetingData: payload }, signal)).toEqual({
    ok: true,
    value: null,
  });
  expect(bodies).toHaveLength(2);
});

test("after the last attempt the person is told", async () => {
  const { transport, bodies, rests } = callsWith([unavailable]);
  expect(await transport.start(payload, signal)).toMatchObject({ ok: false, status: 503, code: "unavailable" });
  expect(bodies).toHaveLength(UPLOAD_CALL_ATTEMPTS_MAX);
  expect(rests).toEqual([waitMs(0, 0.5), waitMs(1, 0.5)]);
});

test.each([401, 429, 500])("%d is not asked again", async (status) => {
  const { transport, bodies } = callsWith([() => Response.json({}, { status })]);
  expect(await transport.start(payload, signal)).toMatchObject({ ok: false, status });
  expect(bodies).toHaveLength(1);
});
