import type { AnswerLine, LineGroup, Suggestion } from "#app/domain/chat/exchange.ts";
import { groupOfPart } from "#app/domain/chat/minutes-lines.ts";
import { hasForm } from "#app/domain/chat/question-forms.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { byLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { CHAT_QUOTES_MAX } from "#app/domain/limits/minutes.ts";
import { deadlineIn } from "#app/domain/summary/extractive/deadline.ts";
import { extractInTurns } from "#app/domain/summary/extractive/extract-summary.ts";
import { type Sentence, sentencesOf } from "#app/domain/summary/extractive/sentences.ts";
import { linesOf, lineText } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Answers one of the four suggested questions with quotations from the meeting. Empty when nothing answers it. */
export function* answerSuggestion(
  suggestion: Suggestion,
  segments: readonly Segment[],
  language: MeetingLanguage,
): Turns<AnswerLine[]> {
  switch (suggestion) {
    case "participants":
      return participantsOf(segments);
    case "analysis":
      return yield* itemsOf("keypoints", segments, language);
    case "conclusions":
      return yield* conclusionsOf(segments, language);
    case "next-meetings":
      return (yield* sentencesOf(segments, language))
        .filter((sentence) => isNextMeeting(sentence, language))
        .slice(-CHAT_QUOTES_MAX)
        .map(({ text, segmentIds }) => ({ text, segmentIds }));
    default:
      return assertNever(suggestion);
  }
}

/**
 * Lists the speakers by the labels of the source, with their speaking time and first segment. The values are counted; no model is
 * asked.
 */
function participantsOf(segments: readonly Segment[]): AnswerLine[] {
  const speakers = new Map<string, { spokenMs: number; first: string }>();
  for (const { id, speaker, startMs, endMs } of segments) {
    if (speaker === null) continue;
    const known = speakers.get(speaker) ?? { spokenMs: 0, first: id };
    known.spokenMs += Math.max(0, endMs - startMs);
    speakers.set(speaker, known);
  }
  return [...speakers]
    .toSorted(([, a], [, b]) => b.spokenMs - a.spokenMs)
    .map(([text, { spokenMs, first }]) => ({ text, spokenMs, segmentIds: [first] }));
}

/** The last part of a meeting, in which people sum up and part: most of what follows from a meeting is said there. */
const CLOSING_FROM = 0.8;
const CLOSING_FORMS = ["task", "date", "decision", "open"] as const;
const CLOSING_STEMS_MIN = 3;

/** Returns the sentences of the closing that look most like an outcome, in their order. */
export function* closingLines(
  segments: readonly Segment[],
  language: MeetingLanguage,
  linesMax: number,
): Turns<AnswerLine[]> {
  const said = (yield* sentencesOf(segments, language)).filter(
    ({ stems, text }) => stems.length >= CLOSING_STEMS_MIN && !text.endsWith("?"),
  );
  const closing = said.filter(({ moment }) => moment >= CLOSING_FROM);
  const weighed: { sentence: Sentence; forms: number }[] = [];
  for (const sentence of closing.length < linesMax ? said : closing) {
    yield sentence.text.length;
    const forms = CLOSING_FORMS.filter((form) => hasForm(sentence.text, form, language)).length;
    weighed.push({ sentence, forms });
  }
  return weighed
    .toSorted((a, b) => b.forms - a.forms || b.sentence.index - a.sentence.index)
    .slice(0, linesMax)
    .toSorted((a, b) => a.sentence.index - b.sentence.index)
    .map(({ sentence: { text, segmentIds } }) => ({ text, segmentIds }));
}

function* conclusionsOf(segments: readonly Segment[], language: MeetingLanguage): Turns<AnswerLine[]> {
  const said = yield* itemsOf("bullets", segments, language);
  const promised = (yield* itemsOf("tasks", segments, language)).map((line) => ({
    ...line,
    group: "promised" as const,
  }));
  const of = (group: LineGroup) => said.filter((line) => line.group === group);
  return [...of("decided"), ...of("open"), ...promised];
}

/** Returns one field of the extracted summary. Always quotations, whichever engine wrote the minutes. */
function* itemsOf(
  key: "keypoints" | "bullets" | "tasks",
  segments: readonly Segment[],
  language: MeetingLanguage,
): Turns<AnswerLine[]> {
  const fields = BASIC_SYSTEM.fields.filter((field) => field.key === key);
  const [field] = (yield* extractInTurns({ template: { ...BASIC_SYSTEM, fields }, language, segments })).fields;
  if (field === undefined) return [];
  return linesOf(field.content).map((line) => {
    const group = "quoted" in line ? groupOfPart(line.quoted?.part ?? null) : null;
    return { text: lineText(line, ", "), segmentIds: line.segmentIds, ...(group === null ? {} : { group }) };
  });
}

/** `\b` knows ASCII only, hence the edges. */
const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");

/** That people will come together again: said outright, or with a verb that needs a date beside it. */
const AGAIN = byLanguage<{ outright: RegExp; withDate: RegExp }>({
  en: () => ({
    outright: words(
      "(?:the |our )?next (?:meeting|call|session|review|sync|check-?in|standup|one-on-one)|meet again|see you (?:all )?(?:on|next|again|in|later|soon|tomorrow|after|then)|reconvene|follow-?up (?:meeting|call)|(?:schedule|book|set up) (?:a|an|another|the) (?:\\p{L}+ )?(?:meeting|call|session|review)",
    ),
    withDate: words(
      "meet|meeting|see each other|get together|talk again|call|come back|back with (?:us|you)|sit down|catch up|(?:a|the|our) review",
    ),
  }),
  es: () => ({
    outright: words(
      "(?:la |nuestra )?(?:próxima|siguiente) (?:reunión|llamada|sesión|cita)|(?:volvemos|volveremos|volver) a (?:reunirnos|vernos|quedar|hablar)|nos (?:vemos|reunimos|volvemos a ver)|(?:convocar|agendar|programar|convoco|agendamos) (?:una|otra|la) (?:reunión|llamada|sesión)",
    ),
    withDate: words("reunión|reunirnos|reunimos|quedamos|vernos|vemos|llamada|nos juntamos|hablamos|revisamos"),
  }),
  fr: () => ({
    outright: words(
      "(?:la |notre )?prochaine (?:réunion|séance|rencontre)|prochain (?:point|rendez-vous|appel)|on se (?:revoit|retrouve|reparle|rappelle)|se (?:revoir|retrouver|réunir) (?:à nouveau|encore)?|(?:planifier|programmer|fixer|caler) (?:une|un|la|le) (?:autre )?(?:réunion|appel|point|rendez-vous|séance)",
    ),
    withDate: words("réunion|se voit|se voir|se réunit|rendez-vous|point|appel|on se parle|rencontre"),
  }),
  ca: () => ({
    outright: words(
      "(?:la |nostra )?(?:propera|pròxima|següent) (?:reunió|trucada|sessió|trobada)|(?:tornem|tornarem|tornar) a (?:reunir-nos|veure'ns|veure’ns|trobar-nos|quedar|parlar)|ens (?:veiem|reunim|trobem|tornem a veure)|(?:convocar|programar|agendar|convoco) (?:una|la) (?:altra )?(?:reunió|trucada|sessió)",
    ),
    withDate: words("reunió|reunim|reunir-nos|quedem|veiem|trobem|trucada|trobada|parlem"),
  }),
});

/** Whether a sentence says when, or that, people meet again. */
function isNextMeeting(sentence: Sentence, language: MeetingLanguage): boolean {
  const { outright, withDate } = AGAIN[language];
  if (outright.test(sentence.text)) return true;
  const date = deadlineIn(sentence.text, language);
  if (date === null || NOW.test(date)) return false;
  return withDate.test(sentence.text) && !isPast(sentence.text, language);
}

/** "Today we look at the budget": that is this meeting. */
const NOW = /^(?:(?:by|on|for|para|hasta|pour|per|fins) )?(?:today|hoy|aujourd['’]hui|avui)/iu;

/** "We met on Monday": of what was, nobody asks when it will be. */
const PAST = byLanguage<RegExp>({
  en: () =>
    words(
      "met|was|were|had|promised|yesterday|last (?:week|month|monday|tuesday|wednesday|thursday|friday|meeting|call)",
    ),
  es: () => words("vimos|reunimos ayer|tuvimos|fue|ayer|pasad[oa]"),
  fr: () => words("était|avait|hier|dernière?|a eu lieu"),
  ca: () => words("vam|vàrem|ahir|passat|passada"),
});

function isPast(text: string, language: MeetingLanguage): boolean {
  return PAST[language].test(text);
}
