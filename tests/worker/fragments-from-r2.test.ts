import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { r2ByteSource } from "#app/server/adapters/r2/r2-recording-store.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import { box, numberedSamples } from "#tests/support/write-mp4.ts";

test("a recording in fragments is scanned and cut out of R2 as out of memory", async () => {
  const video = {
    handler: "vide",
    entry: box("avc1", new Uint8Array(78)),
    timescale: 1000,
    delta: 2000,
    samples: numberedSamples(400, 20_000),
  };
  const file = writeFragmentedMp4({ tracks: [video, { samples: numberedSamples(700, 300), delta: 44_100 }] });
  const object = await env.RECORDINGS.put("tests/fragments", file);
  const source = r2ByteSource(env.RECORDINGS, "tests/fragments", { etag: object?.etag ?? "", size: file.byteLength });
  const fromR2 = await probeRecording(source, { fragments: "scan" });
  const fromMemory = await probeRecording(memorySource(file), { fragments: "scan" });
  expect(fromR2).toEqual(fromMemory);
  if (!fromR2.ok) throw new Error(fromR2.reason);
  for (const plan of planWindows(fromR2.value))
    expect((await extractWindow(source, plan)).audio).toEqual((await extractWindow(memorySource(file), plan)).audio);
});
