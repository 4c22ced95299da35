import { chatQuestion } from "#app/contracts/meeting/meeting-changes.ts";
import { meetingForm } from "#app/contracts/meeting/meeting-form.ts";
import { findLink } from "#app/domain/calendar/find-link.ts";
import { checkerOf, plainLine } from "#app/domain/chat/check-line.ts";
import { quotePassages, stemsAsked } from "#app/domain/chat/quote-passages.ts";
import { answerReader } from "#app/domain/chat/read-answer.ts";
import { MEETING_LINK_CHARS_MAX } from "#app/domain/limits/calls.ts";
import { CHAT_QUESTION_CHARS_MAX, SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { readMeetingLink, STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { holdsLink, invited } from "#app/domain/meeting/link/address.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { cleanLine } from "#app/domain/summary/edits/clean-line.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import { namesIn } from "#app/domain/summary/names.ts";
import { numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { cuesToSegments } from "#app/domain/transcript/cues-to-segments.ts";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import { parseGivenTranscript } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { plainText } from "#app/domain/transcript/speaker-prefix.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { canonicalJson } from "#app/server/adapters/recorder/canonical-json.ts";
import { ICS_FRAMES, readCalendar } from "#tests/support/hostile-calendars.ts";
import { inCues } from "#tests/support/hostile-texts.ts";

/** A parser of untrusted text. `from`: the smallest size that is measured, in characters; `most`: the longest possible input. */
export type TextParser = { name: string; from: number; most: number; run: (text: string) => unknown };

const KIB = 1024;
const encode = (text: string) => new TextEncoder().encode(text);

/** The whole processing of a transcript that was given beside a recording. */
export function readWhole(file: string): number {
  const cues = parseGivenTranscript(encode(file));
  if (!cues.ok) return 0;
  const segments = cuesToSegments(cues.value).map((segment) => ({ ...segment, words: null }));
  const merged = mergeWindows([{ index: 0, startMs: 0, endMs: 1e9, segments }]);
  spokenLanguage(merged);
  extractSummary({ template: BASIC_SYSTEM, language: "en", segments: merged });
  for (const { text } of merged) contentStems(text, "en");
  return merged.length;
}

const segment = (text: string) => ({ id: "w0-0", startMs: 0, endMs: 1000, text, speaker: null });

export const TEXT_PARSERS: readonly TextParser[] = [
  { name: "transcript, cues of 60", from: 16 * KIB, most: 8192 * KIB, run: (text) => readWhole(inCues(text, 60)) },
  { name: "transcript, cues of 8000", from: 16 * KIB, most: 8192 * KIB, run: (text) => readWhole(inCues(text, 8000)) },
  {
    name: "subtitles as they are",
    from: 32 * KIB,
    most: 8192 * KIB,
    run: (text) => parseGivenTranscript(encode(text)),
  },
  {
    name: "subtitles after a heading",
    from: 32 * KIB,
    most: 8192 * KIB,
    run: (text) => parseGivenTranscript(encode(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`)),
  },
  { name: "text of a cue", from: 2 * KIB, most: 20 * KIB, run: plainText },
  { name: "canonical JSON", from: 4 * KIB, most: 64 * KIB, run: canonicalJson },
  ...ICS_FRAMES.map(({ name, frame }) => ({
    name: `calendar, ${name}`,
    from: 32 * KIB,
    most: 8192 * KIB,
    run: (text: string) => readCalendar(frame(text)),
  })),
  { name: "link of an event", from: 4 * KIB, most: 60 * KIB, run: (text) => findLink([text], STRICT_LINKS) },
  { name: "meeting link", from: 512, most: MEETING_LINK_CHARS_MAX, run: (text) => readMeetingLink(text) },
  { name: "pasted address", from: 512, most: MEETING_LINK_CHARS_MAX, run: invited },
  { name: "hidden link", from: 512, most: MEETING_LINK_CHARS_MAX, run: holdsLink },
  {
    name: "title",
    from: 4 * KIB,
    most: 64 * KIB,
    run: (text) => meetingForm.safeParse({ meetingName: text, meetingDate: 1, meetLanguage: "en", templateId: null }),
  },
  { name: "line of minutes", from: 2 * KIB, most: 20 * KIB, run: (text) => cleanLine(text, SUMMARY_ITEM_CHARS_MAX) },
  {
    name: "question as it comes",
    from: 4 * KIB,
    most: 64 * KIB,
    run: (question) => chatQuestion.safeParse({ key: "12345678", question }),
  },
  {
    name: "stems of a question",
    from: 1 * KIB,
    most: CHAT_QUESTION_CHARS_MAX,
    run: (question) => stemsAsked({ question, suggestion: null, before: null, language: "en" }),
  },
  {
    name: "quotations",
    from: 4 * KIB,
    most: 512 * KIB,
    run: (text) =>
      runAtOnce(
        quotePassages({
          question: "Who sends the budget?",
          suggestion: null,
          before: null,
          segments: cuesToSegments([{ startMs: 0, endMs: 1000, text }]),
          language: "en",
          locale: "en",
          find: () => ({ positions: [0], frequencies: { segments: 1, of: new Map([["budget", 1]]) } }),
        }),
      ),
  },
  { name: "cleaned text", from: 1 * KIB, most: 12 * KIB, run: (text) => cleanText(text, SUMMARY_ITEM_CHARS_MAX) },
  { name: "line of an answer", from: 2 * KIB, most: 20 * KIB, run: plainLine },
  {
    name: "answer of a model",
    from: 4 * KIB,
    most: 64 * KIB,
    run: (text) => {
      const reader = answerReader(runAtOnce(checkerOf([segment("We will send the budget.")], "en")));
      for (let at = 0; at < text.length; at += 64) reader.read(text.slice(at, at + 64));
      return reader.end();
    },
  },
  { name: "numbers", from: 2 * KIB, most: 20 * KIB, run: (text) => numbersSaid(text, "es") },
  { name: "names", from: 2 * KIB, most: 20 * KIB, run: (text) => namesIn(text, "en") },
];
