import { expect, test } from "vitest";
import { CAPTION_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import { type ProbeOptions, probeRecording } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import {
  box,
  bytesOf,
  type MovieRecipe,
  numberedSamples,
  TX3G_ENTRY,
  type TrackRecipe,
  textSample,
  writeMp4,
} from "#tests/support/write-mp4.ts";

/** One minute of audio with the captions. */
const audio: TrackRecipe = { samples: numberedSamples(60), stts: [[60, 44_100]] };
const captions = (samples: Uint8Array[], more: Partial<TrackRecipe> = {}): TrackRecipe => ({
  handler: "sbtl",
  entry: TX3G_ENTRY,
  timescale: 1000,
  samplesPerChunk: 1,
  samples,
  stts: samples.map(() => [1, 2000]),
  ...more,
});
const gap = textSample("");
const tracks = (...captionTracks: TrackRecipe[]): MovieRecipe => ({ tracks: [audio, ...captionTracks] });

async function captionsOf(recipe: MovieRecipe, options: ProbeOptions = {}) {
  const file = writeMp4({ gapBytes: 7, ...recipe });
  const outcome = await probeRecording(memorySource(file), options);
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  const track = outcome.value.captions;
  return track === null ? null : { ...track, cues: await readCaptions(memorySource(file, 50), track) };
}

async function textsOf(...samples: Uint8Array[]) {
  return (await captionsOf(tracks(captions(samples))))?.cues.map((cue) => cue.text);
}

const WVTT_ENTRY = box("wvtt", 0, 1, box("vttC", "WEBVTT"));
const vtte = box("vtte");
const payl = (text: string) => box("payl", new TextEncoder().encode(text));
const cue = (text: string, ...more: Uint8Array[]) => box("vttc", ...more, payl(text));
const vsid = (source: number) => box("vsid", source);

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, littleEndian);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), littleEndian);
  return new Uint8Array(view.buffer);
}

test("each sample with text is a cue, each empty one a gap", async () => {
  const samples = [gap, textSample("The contract is signed."), gap, textSample("Marta sends it by Friday."), gap];
  expect((await captionsOf(tracks(captions(samples))))?.cues).toEqual([
    { startMs: 2000, endMs: 4000, text: "The contract is signed." },
    { startMs: 6000, endMs: 8000, text: "Marta sends it by Friday." },
  ]);
});

test.each([
  ["UTF-8", textSample("Mañana, ¿de acuerdo? 👍"), "Mañana, ¿de acuerdo? 👍"],
  ["UTF-16, high byte first", textSample(utf16("Mañana 👍", false)), "Mañana 👍"],
  ["UTF-16, low byte first", textSample(utf16("Mañana 👍", true)), "Mañana 👍"],
  ["style boxes behind the text", textSample("Styled", box("styl", 1), box("hlit", 2)), "Styled"],
  ["line breaks", textSample("one\r\ntwo\rthree\n"), "one\ntwo\nthree"],
  ["a length that lies", bytesOf(Uint8Array.of(0xff, 0xff), "cut"), "cut"],
  ["bytes that are no UTF-8", textSample(Uint8Array.of(0x41, 0xff, 0x42)), "A\ufffdB"],
  ["zeros at the end", textSample("C\0\0"), "C"],
])("text: %s", async (_what, sample, text) => {
  expect(await textsOf(gap, sample)).toEqual([text]);
});

test("a sample of one byte and one of spaces are gaps", async () => {
  expect(await textsOf(Uint8Array.of(0), textSample("   "), textSample("words"))).toEqual(["words"]);
});

test("cues follow the presentation time: late start, cut beginning, end of the recording", async () => {
  const samples = Array.from({ length: 40 }, (_, index) => textSample(`cue ${index}`));
  const edits = [
    { duration: 500, mediaTime: -1 },
    { duration: 100_000, mediaTime: 3000 },
  ];
  const cues = (await captionsOf(tracks(captions(samples, { edits }))))?.cues ?? [];
  expect(cues.slice(0, 2)).toEqual([
    { startMs: 500, endMs: 1500, text: "cue 1" },
    { startMs: 1500, endMs: 3500, text: "cue 2" },
  ]);
  expect(cues.at(-1)).toEqual({ startMs: 59_500, endMs: 60_000, text: "cue 31" });
});

test.each<[string, MovieRecipe, string | null]>([
  ["none", tracks(), null],
  ["a track of gaps only", tracks(captions([gap, gap])), null],
  ["a track of another kind", tracks(captions([textSample("x")], { entry: box("stpp", 0, 1) })), null],
  ["WebVTT", tracks(captions([cue("x")], { handler: "text", entry: WVTT_ENTRY, language: "cat" })), "cat"],
  ["WebVTT of gaps only", tracks(captions([vtte, box("vttc", box("payl"))], { entry: WVTT_ENTRY })), null],
  ["a picture track with an odd name", tracks(captions([textSample("x")], { handler: "vide" })), null],
  [
    "chapter titles",
    { tracks: [{ ...audio, chapters: [2] }, captions([textSample("Chapter 1")], { handler: "text" })] },
    null,
  ],
  [
    "the one that holds text",
    tracks(captions([gap], { language: "eng" }), captions([textSample("x")], { language: "spa" })),
    "spa",
  ],
  [
    "QuickTime's text",
    tracks(
      captions([textSample("x")], { handler: "text", entry: box("text", 0, 1, new Uint8Array(43)), language: "eng" }),
    ),
    "eng",
  ],
  [
    "the audio's language",
    {
      tracks: [
        { ...audio, language: "fra" },
        captions([textSample("x")], { language: "eng" }),
        captions([textSample("y")], { language: "fra" }),
      ],
    },
    "fra",
  ],
  [
    "the full one before the forced one",
    {
      tracks: [
        { ...audio, language: "eng" },
        captions([textSample("sign")], { language: "eng" }),
        captions(
          Array.from({ length: 9 }, () => textSample("y")),
          { language: "spa" },
        ),
      ],
    },
    "spa",
  ],
  [
    "the enabled one",
    tracks(
      captions([textSample("x")], { language: "eng", enabled: false }),
      captions([textSample("y")], { language: "cat" }),
    ),
    "cat",
  ],
])("which track is taken: %s", async (_what, recipe, language) => {
  expect((await captionsOf(recipe))?.language ?? null).toBe(language);
});

test("a file that does not name the spoken language gives captions in the meeting's language", async () => {
  const both = tracks(
    captions([textSample("x")], { language: "eng" }),
    captions([textSample("y")], { language: "fre", enabled: false }),
  );
  expect((await captionsOf(both, { language: "fr" }))?.language).toBe("fre");
  expect((await captionsOf(both, { language: "ca" }))?.language).toBe("eng");
  expect((await captionsOf(both))?.language).toBe("eng");
});

test("the two three-letter codes of one language match (fra and fre)", async () => {
  const spoken: TrackRecipe = { ...audio, language: "fra" };
  const both = [captions([textSample("x")], { language: "eng" }), captions([textSample("y")], { language: "fre" })];
  expect((await captionsOf({ tracks: [spoken, ...both] }, { language: "en" }))?.language).toBe("fre");
});

test("a caption table that points past the end of the file makes the recording damaged", async () => {
  const file = writeMp4(tracks(captions([textSample("x")], { replace: { stco: box("stco", 0, 1, 0x7000_0000) } })));
  expect(await probeRecording(memorySource(file))).toEqual({ ok: false, reason: "hostile" });
});

test("a track with too many captions is ignored, and the audio is used", async () => {
  const sizes = box("stsz", 0, 0, CAPTION_SAMPLES_MAX + 1, new Uint8Array((CAPTION_SAMPLES_MAX + 1) * 4));
  expect(await captionsOf(tracks(captions([textSample("x")], { replace: { stsz: sizes } })))).toBeNull();
});

test("a stored caption track fits a table row", async () => {
  const samples = Array.from({ length: 4000 }, (_, index) =>
    index % 2 === 0 ? gap : textSample("Somebody says something."),
  );
  const track = await captionsOf(tracks(captions(samples, { stts: [[4000, 15]] })));
  expect(track?.textSamples).toBe(2000);
  expect(track?.bytes.byteLength).toBeLessThan(4000 * 12);
});

const webVtt = async (...samples: Uint8Array[]) =>
  (await captionsOf(tracks(captions(samples, { handler: "text", entry: WVTT_ENTRY }))))?.cues;

test("WebVTT: each cue box is a caption, with its voice and without its settings", async () => {
  const settings = [box("iden", "17"), box("sttg", "align:start line:0")];
  const cues = await webVtt(vtte, cue("<v Marta Ruiz>Mañana, ¿de acuerdo?", ...settings), vtte, cue("Yes.\nGood."));
  expect(cues).toEqual([
    { startMs: 2000, endMs: 4000, text: "<v Marta Ruiz>Mañana, ¿de acuerdo?" },
    { startMs: 6000, endMs: 8000, text: "Yes.\nGood." },
  ]);
});

test("WebVTT: two cues at once, one of which continues in the next sample, are two captions", async () => {
  const both = bytesOf(cue("<v Ann>I think", vsid(7)), cue("<v Bob>No.", vsid(8)));
  expect(await webVtt(both, cue("<v Ann>I think", vsid(7)), vtte)).toEqual([
    { startMs: 0, endMs: 4000, text: "<v Ann>I think" },
    { startMs: 0, endMs: 2000, text: "<v Bob>No." },
  ]);
});

test("WebVTT: a repeated text is two captions, with a gap or without a number", async () => {
  expect(await webVtt(cue("No.", vsid(1)), vtte, cue("No.", vsid(1)))).toHaveLength(2);
  expect(await webVtt(cue("No."), cue("No."))).toHaveLength(2);
});

test.each([
  ["a cue box that reaches past its sample", bytesOf(box("vttc", bytesOf(999, "payl", "lost")), cue("kept"))],
  ["a comment between the cues", bytesOf(box("vtta", "NOTE of somebody"), cue("kept"))],
  ["a source number cut off", cue("kept", box("vsid", new Uint8Array(2)))],
  ["bytes behind the cue that are no box", bytesOf(cue("kept"), new Uint8Array(9))],
])("WebVTT: %s", async (_what, sample) => {
  expect((await webVtt(vtte, sample))?.map(({ text }) => text)).toEqual(["kept"]);
});

test("WebVTT in fragments is read as it is in tables", async () => {
  const track = captions([vtte, cue("One."), vtte, cue("Two.")], { handler: "text", entry: WVTT_ENTRY });
  const file = writeFragmentedMp4({
    tracks: [
      { samples: audio.samples, delta: 44_100 },
      { ...track, delta: 2000, samplesPerFragment: 1 },
    ],
  });
  const outcome = await probeRecording(memorySource(file), { fragments: "scan" });
  if (!outcome.ok || outcome.value.captions === null) throw new Error("no captions");
  expect(await readCaptions(memorySource(file), outcome.value.captions)).toEqual([
    { startMs: 2000, endMs: 4000, text: "One." },
    { startMs: 6000, endMs: 8000, text: "Two." },
  ]);
});
