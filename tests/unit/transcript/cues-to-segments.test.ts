import { expect, test } from "vitest";
import { type CaptionCue, cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";

/** Cues of three seconds each, one after the other. */
const cues = (...texts: string[]): CaptionCue[] =>
  texts.map((text, index) => ({ startMs: index * 3000, endMs: index * 3000 + 3000, text }));

const shown = (list: readonly CaptionCue[]) =>
  cuesToSegments(list).map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text));

test("a caption is a segment with its own times", () => {
  expect(cuesToSegments([{ startMs: 1200, endMs: 3400.4, text: "We start at nine." }])).toEqual([
    { id: "w0-0", startMs: 1200, endMs: 3400, text: "We start at nine.", speaker: null },
  ]);
});

test("captions that continue a sentence are joined", () => {
  const segments = cuesToSegments(
    cues(
      "The budget of the renovation went up",
      "because the wiring of the stage",
      "has to be replaced.",
      "The next point is a long one about the autumn programme.",
    ),
  );
  expect(segments).toEqual([
    {
      id: "w0-0",
      startMs: 0,
      endMs: 9000,
      speaker: null,
      text: "The budget of the renovation went up because the wiring of the stage has to be replaced.",
    },
    {
      id: "w0-1",
      startMs: 9000,
      endMs: 12_000,
      speaker: null,
      text: "The next point is a long one about the autumn programme.",
    },
  ]);
});

test("a text without any full stop is cut into pieces short enough to point at", () => {
  const segments = cuesToSegments(
    cues(
      ...Array<string>(100)
        .fill("")
        .map((_, index) => `and then number ${index} came along`),
    ),
  );
  expect(segments.length).toBeGreaterThan(10);
  for (const segment of segments) expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(21_000);
});

test("a pause separates segments", () => {
  const list = [
    { startMs: 0, endMs: 2000, text: "Let me think" },
    { startMs: 9000, endMs: 11_000, text: "yes we can" },
  ];
  expect(shown(list)).toEqual(["Let me think", "yes we can"]);
});

test("captions out of order are put in order", () => {
  expect(shown(cues("first", "second", "third").toReversed())).toEqual(["first second third"]);
});

test("rolling captions appear once", () => {
  const rolling = cues(
    "we have to look",
    "we have to look\nat the budget",
    "at the budget\nbefore the summer",
    "before the summer",
  );
  expect(shown(rolling)).toEqual(["we have to look at the budget before the summer"]);
});

test("rolling captions that repeat the last two words appear once", () => {
  const rolling = cues("We have to", "have to look at the", "at the budget before", "budget before the summer begins");
  expect(shown(rolling)).toEqual(["We have to look at the budget before the summer begins"]);
  const capitals = cues("THE ROOM IS BOOKED", "IS BOOKED FOR FRIDAY", "FOR FRIDAY AT NINE");
  expect(shown(capitals)).toEqual(["THE ROOM IS BOOKED FOR FRIDAY AT NINE"]);
});

test("a repetition of two words stays when the captions do not roll", () => {
  expect(
    shown(
      cues("and then I said thank you", "thank you very much to", "everybody who came along", "to the long rehearsal"),
    ),
  ).toEqual(["and then I said thank you thank you very much to everybody who came along to the long rehearsal"]);
  expect(shown(cues("ANA: Is it no no", "LUIS: no no it is", "ANA: it is what", "LUIS: is what I said"))).toEqual([
    "ANA: Is it no no",
    "LUIS: no no it is",
    "ANA: it is what",
    "LUIS: is what I said",
  ]);
  const apart = [
    { startMs: 0, endMs: 2000, text: "We will see you then" },
    { startMs: 6000, endMs: 8000, text: "you then come in" },
  ];
  expect(shown(apart)).toEqual(["We will see you then", "you then come in"]);
});

test("repetitions by the speakers stay", () => {
  expect(shown(cues("No.", "No.", "Absolutely not."))).toEqual(["No.", "No.", "Absolutely not."]);
});

test("finished cues of nobody in particular stay apart: another person may answer", () => {
  expect(shown(cues("Which year was it?", "2024", "It was a long one", "for everybody."))).toEqual([
    "Which year was it?",
    "2024",
    "It was a long one for everybody.",
  ]);
  expect(shown(cues("We paid", "2024", "euros."))).toEqual(["We paid 2024 euros."]);
  expect(shown(cues("<v Ian>Hello.", "<v Ian>We begin."))).toEqual(["Ian: Hello. We begin."]);
});

test("a file with a cue for each word is joined to sentences, short ones together", () => {
  expect(shown(cues(..."We paid 20. Who did?".split(" ")))).toEqual(["We paid 20. Who did?"]);
});

test("tags, styles and entities are removed", () => {
  expect(shown(cues("<i>Good</i> <c.yellow>morning</c> {\\an8}<00:00:01.500>Tom &amp; Ann"))).toEqual([
    "Good morning Tom & Ann",
  ]);
});

test("entities of any form are characters, each decoded once", () => {
  expect(shown(cues("Don&#8217;t say &#x27;caf&#xE9;&#x27;, it&apos;s &amp;lt; and &#0; and &#1114112; here"))).toEqual(
    ["Don’t say 'café', it's &lt; and &#0; and &#1114112; here"],
  );
});

test("cues without words or with broken times are left out", () => {
  expect(
    shown([...cues("…", "♪"), { startMs: Number.NaN, endMs: 1, text: "x" }, { startMs: -5, endMs: 1, text: "y" }]),
  ).toEqual([]);
});

test("voice tags name the speaker", () => {
  expect(shown(cues("<v Marta Ruiz>Good morning.</v>", "<v.loud Ian>Hello.", "<v Ian>How are you?"))).toEqual([
    "Marta Ruiz: Good morning.",
    "Ian: Hello. How are you?",
  ]);
});

test("a prefix that comes back is a name", () => {
  expect(shown(cues("MARTA: Good morning.", "IAN: Hello.", "MARTA: Shall we start?", "IAN: Yes."))).toEqual([
    "MARTA: Good morning.",
    "IAN: Hello.",
    "MARTA: Shall we start?",
    "IAN: Yes.",
  ]);
});

test("a single prefix in a transcript is not a name", () => {
  expect(
    shown(
      cues(
        "Remember one thing we said before lunch yesterday in the small meeting room upstairs.",
        "Monday: the launch.",
      ),
    ),
  ).toEqual([
    "Remember one thing we said before lunch yesterday in the small meeting room upstairs.",
    "Monday: the launch.",
  ]);
});

test.each([
  ["a note", ["Note: bring the keys.", "Note: and the badge."]],
  ["a Spanish question", ["Pregunta: ¿quién viene?", "Pregunta: ¿y cuándo?"]],
  ["a sentence before a colon", ["He said it again: no.", "He said it again: never."]],
])("%s is not a name, however often it repeats", (_, texts) => {
  for (const segment of cuesToSegments(cues(...texts))) expect(segment.speaker).toBeNull();
});

test("a name that occurs once is accepted when the other names come back", () => {
  const segments = cuesToSegments(
    cues(
      "Ana: We begin with the budget, which has grown.",
      "Nobody knows why it has grown so much since last year.",
      "The stage needs new wiring, as the electrician told us twice.",
      "Ana: There is an offer for the lights, which ends on Friday.",
      "We have to say by then whether we would like to take it.",
      "It is cheaper than the one that we had in the spring.",
      "Marta: I will ask for another.",
      "Then we can compare the two of them at our next meeting.",
      "Remember: the rent is due.",
    ),
  );
  const named = segments.flatMap(({ speaker, text }) => (speaker === null ? [] : [`${speaker} | ${text}`]));
  expect(named).toEqual([
    "Ana | We begin with the budget, which has grown.",
    "Ana | There is an offer for the lights, which ends on Friday.",
    "Marta | I will ask for another.",
  ]);
});

test("three people who speak once each never share a segment", () => {
  expect(cuesToSegments(cues("Ana: We could", "Luis: we could not", "Marta: and why"))).toMatchObject([
    { speaker: "Ana", text: "We could" },
    { speaker: "Luis", text: "we could not" },
    { speaker: "Marta", text: "and why" },
  ]);
  for (const texts of [
    ["ana: we could", "luis: we could not", "marta: and why"],
    [">> we could", ">> we could not", ">> and why"],
    ["- we could", "- we could not", "- and why"],
  ])
    expect(cuesToSegments(cues(...texts))).toHaveLength(3);
});

test("two people never share a segment", () => {
  expect(shown(cues("ANA: We could", "LUIS: we could not", "ANA: say why", "LUIS: because of the rent"))).toHaveLength(
    4,
  );
});
