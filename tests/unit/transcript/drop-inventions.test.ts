import { expect, test } from "vitest";
import { dropInventions, hasForeignTimes, type Invention } from "#app/domain/transcript/drop-inventions.ts";
import type { SpokenSegment } from "#app/domain/transcript/segment.ts";

const AUDIO = { durationMs: 300_000 };

function spoken(text: string, more: Partial<SpokenSegment> = {}): SpokenSegment {
  return {
    startMs: 1000,
    endMs: 4000,
    text,
    speaker: null,
    words: null,
    noSpeechProbability: null,
    meanLogProbability: null,
    compressionRatio: null,
    ...more,
  };
}

/** So many different words. */
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

test.each<[name: string, reason: Invention, segment: SpokenSegment]>([
  ["no text", "empty", spoken("  ")],
  ["punctuation only", "empty", spoken("… - ♪ ♪")],
  ["a loop in Hindi by the engine's own measure", "loop", spoken("और फिर और फिर", { compressionRatio: 7.5 })],
  ["a loop by the engine's own measure", "loop", spoken("and so on and so on", { compressionRatio: 2.6 })],
  ["one word for ever", "loop", spoken("gracias ".repeat(20))],
  ["one phrase for ever", "loop", spoken("we will see you in the next one ".repeat(6))],
  ["a phrase for ever, after a true beginning", "loop", spoken(`So then we ${"and we go on ".repeat(8)}`)],
  ["a long sentence for ever", "loop", spoken("la reunión de hoy es sobre el plan de obras del barrio ".repeat(4))],
  [
    "a loop that breaks off in the middle of a phrase",
    "loop",
    spoken(`${"I don't know what to say ".repeat(7)}I don't`),
  ],
  ["a loop with commas and capitals", "loop", spoken("Oui, oui, OUI. ".repeat(6))],
  ["a syllable for ever", "loop", spoken(`Ha${"ha".repeat(40)}`)],
  ["a letter for ever", "loop", spoken(`Mm${"m".repeat(200)}.`)],
  [
    "a sure loop",
    "loop",
    spoken("thank you ".repeat(15), { noSpeechProbability: 0.01, meanLogProbability: -0.1, compressionRatio: 1.2 }),
  ],
  ["French subtitles", "credit", spoken("Sous-titrage ST' 501")],
  ["Catalan subtitles", "credit", spoken("Subtítols realitzats per la comunitat")],
  ["English subtitles", "credit", spoken("Subtitles by the community")],
  [
    "thanks for watching in Spanish, into near silence",
    "credit",
    spoken("¡Gracias por ver el vídeo!".slice(1), { noSpeechProbability: 0.4 }),
  ],
  [
    "low confidence where perhaps nobody spoke",
    "no-speech",
    spoken("Okay so the thing is.", { noSpeechProbability: 0.61, meanLogProbability: -1.01 }),
  ],
  [
    "text where nobody spoke",
    "no-speech",
    spoken("I'm sorry.", { noSpeechProbability: 0.9, meanLogProbability: -1.3 }),
  ],
  ["words over silence", "no-speech", spoken("Hello there.", { loudnessDbfs: -72 })],
  ["what Whisper writes for silence", "no-speech", spoken("[BLANK_AUDIO]")],
  ["what Whisper writes for noises", "no-speech", spoken("(music) *coughs* ♪")],
  ["film credits", "credit", spoken("Subtítulos realizados por la comunidad de Amara.org")],
  ["French film credits", "credit", spoken("Sous-titres réalisés par la communauté")],
  [
    "a farewell to viewers into near silence",
    "credit",
    spoken("Thank you for watching!", { noSpeechProbability: 0.5 }),
  ],
  ["Spanish film credits as they are heard most", "credit", spoken("Subtítulos por la comunidad de Amara.org")],
  ["Spanish film credits behind a dash", "credit", spoken("- Subtitulado por Juan")],
  ["French film credits, of the radio", "credit", spoken("Sous-titrage Société Radio-Canada")],
  ["French film credits, by somebody", "credit", spoken("Sous-titres par Jean")],
  ["Catalan film credits", "credit", spoken("Subtítols per la comunitat d'Amara.org")],
  ["English film credits", "credit", spoken("Transcribed by a service")],
  ["English credits, captioned", "credit", spoken("Captioning made possible by the station")],
  ...[
    "Thanks for watching!",
    "Don't forget to like and subscribe!",
    "See you in the next video.",
    "¡Gracias por ver el vídeo!",
    "¡No olvides suscribirte al canal!",
    "Suscríbete.",
    "Nos vemos en el próximo vídeo.",
    "Merci d'avoir regardé cette vidéo !",
    "Abonnez-vous à la chaîne.",
    "Gràcies per veure el vídeo.",
    "Subscriviu-vos al canal.",
  ].map((text): [string, Invention, SpokenSegment] => [
    `into near silence: ${text}`,
    "credit",
    spoken(text, { noSpeechProbability: 0.4 }),
  ]),
  ...[
    "[Music]",
    "(música)",
    "*applaudissements*",
    "[Aplaudiments] ♪♪",
    ">> [Applause]",
    "- [Music] -",
    "【Music】",
  ].map((text): [string, Invention, SpokenSegment] => [`the name of a sound: ${text}`, "no-speech", spoken(text)]),
  ["words that are sung", "no-speech", spoken("♪ All the leaves are brown ♪")],
  ["more words than a mouth can say", "dense", spoken(words(50))],
  [
    "a guess of an engine that does not say whether anybody spoke",
    "no-speech",
    spoken("Bring the harbour.", { meanLogProbability: -2 }),
  ],
  ["a start after the end of the audio", "outside", spoken("Hello", { startMs: 300_000, endMs: 301_000 })],
  ["an end before the start", "outside", spoken("Hello", { startMs: 5000, endMs: 4000 })],
  ["times that are no numbers", "outside", spoken("Hello", { startMs: Number.NaN })],
  ["times before the audio", "outside", spoken("Hello", { startMs: -9000, endMs: -8000 })],
])("dropped and counted: %s", (_, reason, segment) => {
  const real = spoken("The rent goes up in January.");
  const { kept, dropped, counts } = dropInventions({ segments: [real, segment] }, AUDIO);
  expect(kept).toEqual([real]);
  expect(dropped).toBe(1);
  expect(counts[reason]).toBe(1);
});

test.each<[name: string, segment: SpokenSegment]>([
  ["a quiet voice", spoken("From the other end of the room.", { loudnessDbfs: -48 })],
  ["an aside in brackets", spoken("We ship it (in March) [laughs] and then rest.")],
  ["a repeated no", spoken("No, no, no, no. That is not what I said.")],
  [
    "a long text with a refrain",
    spoken("We need time. Time for design, time for tests, time for the launch, and time to breathe."),
  ],
  [
    "an uncertain word where somebody clearly spoke",
    spoken("Łódź", { noSpeechProbability: 0.1, meanLogProbability: -1.4 }),
  ],
  ["a sure word in much silence", spoken("Yes.", { noSpeechProbability: 0.8, meanLogProbability: -0.2 })],
  [
    "thanks for watching that somebody really said",
    spoken("Thanks for watching the demo.", { noSpeechProbability: 0.05 }),
  ],
  ...["Thank you.", "Gracias.", "Merci beaucoup.", "Gràcies, Joan.", "Bye."].map((text): [string, SpokenSegment] => [
    `amid talk: ${text}`,
    spoken(text),
  ]),
  ["thanks for watching, of an engine that says nothing of its doubts", spoken("Thanks for watching the demo.")],
  ["talk about subtitles", spoken("The subtitles were written by Joan, and the captions by nobody.")],
  ["talk about subscribing", spoken("We asked them to subscribe before May.", { noSpeechProbability: 0.4 })],
  ["talk about music", spoken("Música en directo en la fiesta, eso acordamos.")],
  ["very fast talk", spoken(words(24))],
  ["much in little time, where the times are rough", spoken(words(25), { endMs: 2500 })],
  ["a mumble", spoken("Mhm, the other one.", { meanLogProbability: -1.4 })],
  ["laughter", spoken("Jajajaja, no me lo creo.")],
  ["eleven times the same word", spoken("go ".repeat(11))],
  ["doubt just above the threshold", spoken("Maybe.", { noSpeechProbability: 0.9, meanLogProbability: -1 })],
  ["a number said digit by digit", spoken("Six one two, three four five, six one two, three four nine.")],
  ["a dense list", spoken("one two three four five", { compressionRatio: 2.4 })],
  // Letters of three and of two bytes, whose bytes compress better by as much.
  ["talk in Hindi", spoken("हम मार्च में अनुबंध पर हस्ताक्षर करेंगे", { compressionRatio: 2.9 })],
  ["talk in Georgian", spoken("ხელშეკრულებას მარტში მოვაწერთ ხელს", { compressionRatio: 3.2 })],
  ["talk in Russian", spoken("Мы подпишем договор в марте", { compressionRatio: 2.6 })],
])("kept: %s", (_, segment) => {
  expect(dropInventions({ segments: [segment] }, AUDIO)).toMatchObject({ kept: [segment], dropped: 0 });
});

test("the same sentence segment after segment is said three times at most", () => {
  const segments = Array.from({ length: 12 }, (_, index) =>
    spoken("I'll see you there.", { startMs: index * 3000, endMs: index * 3000 + 2500 }),
  );
  const { kept, counts } = dropInventions({ segments }, AUDIO);
  expect(kept).toHaveLength(3);
  expect(counts.loop).toBe(9);
});

test("people may agree seven times in a row", () => {
  const segments = Array.from({ length: 7 }, (_, index) =>
    spoken("Yeah.", { startMs: index * 900, endMs: index * 900 + 800 }),
  );
  expect(dropInventions({ segments }, AUDIO).dropped).toBe(0);
});

test("a segment that stands over the edge by rounding is trimmed to the audio", () => {
  const { kept } = dropInventions({ segments: [spoken("Goodbye.", { startMs: 299_000, endMs: 300_400 })] }, AUDIO);
  expect(kept[0]).toMatchObject({ startMs: 299_000, endMs: 300_000 });
});

test("nothing recognised is nothing said", () => {
  expect(dropInventions({ segments: [] }, AUDIO)).toMatchObject({ kept: [], dropped: 0 });
});

test("text all of whose time is digital silence is dropped and counted; what touches a sound is kept", () => {
  const silences = [{ startMs: 10_000, endMs: 20_000 }];
  const segments = [
    spoken("Thank you.", { startMs: 10_000, endMs: 20_000 }),
    spoken("And then?", { startMs: 12_000, endMs: 13_000 }),
    spoken("Good morning, everybody.", { startMs: 9_900, endMs: 12_000 }),
    spoken("The budget stays.", { startMs: 19_000, endMs: 20_100 }),
    spoken("We begin.", { startMs: 30_000, endMs: 31_000 }),
  ];
  const { kept, dropped, counts } = dropInventions({ segments }, { ...AUDIO, silences });
  expect(kept).toEqual(segments.slice(2));
  expect(dropped).toBe(2);
  expect(counts).toMatchObject({ silence: 2 });
});

test("times in another unit are told from a single stray time and from padding", () => {
  const ms = [
    spoken("Good morning.", { startMs: 0, endMs: 1_250_000 }),
    spoken("Hello.", { startMs: 2e6, endMs: 4e6 }),
  ];
  const stray = [spoken("Good morning."), spoken("We begin."), spoken("Thank you.", { startMs: 2e6, endMs: 4e6 })];
  const padding = [spoken("Good morning.", { endMs: 30_000 })];
  expect(hasForeignTimes({ segments: ms }, 30_000)).toBe(true);
  expect(hasForeignTimes({ segments: stray }, 30_000)).toBe(false);
  expect(hasForeignTimes({ segments: padding }, 2000)).toBe(false);
  expect(hasForeignTimes({ segments: [] }, 30_000)).toBe(false);
});
