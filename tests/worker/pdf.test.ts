import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import arabic from "../../public/fonts/pdf/arabic.bin";
import { fixture } from "#tests/support/fixture.ts";
import { type Bench, onBench } from "#tests/support/meeting-bench.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import { pdfWriter } from "#app/server/exports/pdf/write-pdf.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { meetingPrefix } from "#app/server/storage/keys.ts";
import { facesOf } from "#workers/pdf/fonts.ts";
import { findPdf } from "#workers/meeting/publish/pdf.ts";
import { readMeeting, saveDetails } from "#workers/meeting/store/store.ts";

/** The PDF on a real object with real R2: written after the summary and after every change, tried again, gone with the meeting. */

const OWNER: Viewer = { kind: "owner", userId: "nora" };

const withCaptions = <Result>(use: (bench: Bench) => Promise<Result>, deps: Partial<Bench["deps"]> = {}) =>
  fixture("talk-captions.mp4").then((bytes) => onBench(bytes, { deps: { speech: null, ...deps } }, use));

const ask = ({ deps, storage }: Bench, viewer: Viewer = OWNER, transcript = false, names = true) =>
  findPdf({ deps, storage }, viewer, { transcript, names });

/** The keys of a meeting's PDFs in R2. */
async function pdfsOf({ birth }: Bench) {
  const { objects } = await env.RECORDINGS.list({ prefix: meetingPrefix(birth.meetId) });
  return objects.map(({ key }) => key.slice(meetingPrefix(birth.meetId).length)).filter((key) => key.endsWith(".pdf"));
}

function rename({ storage, clock }: Bench, title: string) {
  storage.transactionSync(() => {
    const row = readMeeting(storage.sql);
    if (row?.alive) saveDetails(storage.sql, row, { ...row.alive.details, title }, clock.now);
  });
}

async function bytesOf(bench: Bench, viewer: Viewer = OWNER, transcript = false) {
  const found = await ask(bench, viewer, transcript);
  if (!found.ok) throw new Error(found.reason);
  const object = await env.RECORDINGS.get(found.value.key);
  expect(object).toMatchObject({ etag: found.value.version.etag, size: found.value.version.size });
  return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
}

test("it is written once the summary is there, and says so", async () => {
  await withCaptions(async (bench) => {
    expect(bench.view()?.head.pdf).toBeUndefined();
    expect(await ask(bench)).toEqual({ ok: false, reason: "not-ready" });
    await bench.finish();
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", pdf: "ready" });
    const bytes = await bytesOf(bench);
    expect(new TextDecoder("latin1").decode(bytes.subarray(0, 8))).toBe("%PDF-1.7");
    expect(await pdfsOf(bench)).toEqual(["minutes.pdf"]);
  });
});

test("a change makes the PDF not ready until it is written again, with other content", async () => {
  await withCaptions(async (bench) => {
    await bench.finish();
    const before = await bytesOf(bench);
    rename(bench, "Another title");
    expect(bench.view()?.head.pdf).toBe("not-ready");
    // Even before any subscriber was told: a stale PDF is never served.
    expect(await ask(bench)).toEqual({ ok: false, reason: "not-ready" });
    await bench.finish();
    expect(bench.view()?.head.pdf).toBe("ready");
    expect(await bytesOf(bench)).not.toEqual(before);
  });
});

test("a change saved while the PDF is being written is in the next one", async () => {
  await withCaptions(async (bench) => {
    const write = bench.deps.pdf.write.bind(bench.deps.pdf);
    let writes = 0;
    bench.deps.pdf.write = async (view, kind) => {
      writes += 1;
      const bytes = await write(view, kind);
      if (writes === 1) rename(bench, "Renamed meanwhile");
      return bytes;
    };
    await bench.finish();
    expect(writes).toBe(2);
    expect(bench.view()?.head.pdf).toBe("ready");
    expect(new TextDecoder("latin1").decode(await bytesOf(bench))).toContain("Renamed meanwhile");
  });
});

test("a change of which nothing is shown costs no second document", async () => {
  await withCaptions(async (bench) => {
    const puts: string[] = [];
    const put = bench.deps.store.put.bind(bench.deps.store);
    bench.deps.store.put = (key, ...rest) => {
      puts.push(key);
      return put(key, ...rest);
    };
    await bench.finish();
    rename(bench, bench.birth.details.title);
    expect(bench.view()?.head.pdf).toBe("not-ready");
    await bench.finish();
    expect(bench.view()?.head.pdf).toBe("ready");
    expect(puts.filter((key) => key.endsWith(".pdf"))).toHaveLength(1);
  });
});

test("a store that fails is asked again, and the meeting is completed all the same", async () => {
  await withCaptions(async (bench) => {
    const put = bench.deps.store.put.bind(bench.deps.store);
    let failures = 3;
    bench.deps.store.put = (key, ...rest) => {
      if (!key.endsWith(".pdf") || failures === 0) return put(key, ...rest);
      failures -= 1;
      expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", pdf: "not-ready" });
      return Promise.reject(new UpstreamError({ service: "r2", retryable: true }));
    };
    const waits = await bench.finish();
    expect(waits.filter((wait) => wait > 0)).toHaveLength(3);
    expect(bench.view()?.head).toMatchObject({ status: "SUMMARIZED", reason: null, pdf: "ready" });
  });
});

test("with the transcript it is written when somebody asks, and kept until something changes", async () => {
  await withCaptions(async (bench) => {
    await bench.finish();
    const plain = await bytesOf(bench);
    const whole = await bytesOf(bench, OWNER, true);
    expect(whole.length).toBeGreaterThan(plain.length);
    expect(await pdfsOf(bench)).toEqual(["minutes-transcript.pdf", "minutes.pdf"]);
    bench.deps.pdf.write = () => Promise.reject(new Error("was written again"));
    expect(await bytesOf(bench, OWNER, true)).toEqual(whole);
  });
});

test("without the names of who spoke it is a document of its own, and the one with them stays", async () => {
  await withCaptions(async (bench) => {
    await bench.finish();
    const speakers: (string | null)[][] = [];
    const write = bench.deps.pdf.write.bind(bench.deps.pdf);
    bench.deps.pdf.write = (view, kind) => {
      speakers.push(view.segments.map(({ speaker }) => speaker));
      return write(view, kind);
    };
    expect(await ask(bench, OWNER, true, false)).toMatchObject({ ok: true, value: { title: expect.any(String) } });
    expect(speakers.flat().length).toBeGreaterThan(0);
    expect(speakers.flat().every((speaker) => speaker === null)).toBe(true);
    expect(await pdfsOf(bench)).toEqual(["minutes-transcript-nameless.pdf", "minutes.pdf"]);
  });
});

test("a viewer by a shared link gets only the shared parts, and no link to a page that they cannot open", async () => {
  await withCaptions(async (bench) => {
    await bench.finish();
    const seen: Parameters<typeof bench.deps.pdf.write>[] = [];
    const write = bench.deps.pdf.write.bind(bench.deps.pdf);
    bench.deps.pdf.write = (...input) => {
      seen.push(input);
      return write(...input);
    };
    const share = (...parts: ("summary" | "transcript" | "recording")[]): Viewer => ({ kind: "share", parts });
    expect((await ask(bench, share("summary"), true)).ok).toBe(true);
    expect((await ask(bench, share("summary", "transcript"), true)).ok).toBe(true);
    expect((await ask(bench, share("transcript"), true)).ok).toBe(true);
    expect(await ask(bench, share("recording"), true)).toEqual({ ok: false, reason: "not-found" });
    expect(await ask(bench, share("transcript"))).toEqual({ ok: false, reason: "not-found" });
    const shown = seen.map(([view, { transcript, linked }]) => [
      view.summary !== null,
      view.segments.length > 0,
      transcript,
      linked,
    ]);
    expect(shown).toEqual([
      [true, false, false, false],
      [true, true, true, false],
      [false, true, true, false],
    ]);
  });
});

test("with the meeting it goes, also one that was under way", async () => {
  await withCaptions(async (bench) => {
    await bench.finish();
    await bytesOf(bench, OWNER, true);
    bench.apply({ type: "discarded" });
    await bench.finish();
    expect(await pdfsOf(bench)).toEqual([]);
    expect(await ask(bench)).toEqual({ ok: false, reason: "not-found" });
  });
  await withCaptions(async (bench) => {
    const put = bench.deps.store.put.bind(bench.deps.store);
    bench.deps.store.put = async (key, ...rest) => {
      if (key.endsWith(".pdf")) {
        bench.apply({ type: "discarded" });
        await bench.deps.store.removeAll(meetingPrefix(bench.birth.meetId));
      }
      return put(key, ...rest);
    };
    await bench.finish();
    expect(await pdfsOf(bench)).toEqual([]);
  });
});

test("all objects of an isolate share the faces of other scripts, which HarfBuzz shapes in workerd", async () => {
  const asked: string[] = [];
  const site = {
    async fetch(url: RequestInfo | URL) {
      asked.push(new URL(new Request(url).url).pathname);
      return new Response(arabic);
    },
  };
  for (let object = 0; object < 2; object += 1) {
    const pdf = pdfWriter({ faces: facesOf(site), origin: "https://acta.example" });
    await withCaptions(
      async (bench) => {
        rename(bench, "می\u200cخواهم");
        await bench.finish();
        expect((await bytesOf(bench)).length).toBeGreaterThan(0);
        const [face] = await facesOf(site).scripts(new Set(["ع"]), "ar");
        const forms = face?.shape?.("ععع").map(({ glyph }) => glyph);
        expect(new Set(forms).size).toBe(3);
      },
      { pdf },
    );
  }
  expect(asked).toEqual(["/fonts/pdf/arabic.bin"]);
});
