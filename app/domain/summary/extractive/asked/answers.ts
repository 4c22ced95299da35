import { choose, LIKENESS_COST } from "#app/domain/summary/extractive/choose.ts";
import { quotation } from "#app/domain/summary/extractive/highlights-of.ts";
import { ASPECTS, asksFor } from "#app/domain/summary/extractive/asked/meeting-words.ts";
import { type Talk, weigh, wishOf } from "#app/domain/summary/extractive/asked/wish.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { Stretch } from "#app/domain/summary/extractive/topics.ts";
import type { SummaryItem, TitleItem } from "#app/domain/summary/summary.ts";
import type { TemplateField } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

const TITLES_MAX = 8;
/** Words of fields that ask for the subjects of the talk themselves. */
const ASKS_TOPICS =
  /(?<!\p{L})(?:topic|subject|theme|section|chapter|outline|headline|tema|asunto|titular|apartado|sujet|thematique|assumpte|apartat|titol|structure|esquema|plan de)/u;

/** Returns the sentences that answer a field's title and prompt; none when nobody spoke of it. */
export function* answersTo(field: TemplateField, talk: Talk, itemsMax: number): Turns<SummaryItem[]> {
  return (yield* sentencesFor(field, talk, itemsMax)).map((sentence) => {
    const { decisions, questions } = talk.findings;
    // A question is quoted with its answer, as it is in the list of questions.
    const found = [...decisions, ...questions].find(({ text }) => text === sentence.text);
    return found === undefined ? quotation([sentence], null, null) : { ...found };
  });
}

function* sentencesFor(field: TemplateField, talk: Talk, sentencesMax: number): Turns<Sentence[]> {
  const wish = wishOf(field.title ?? "", `${field.prompt} ${field.description ?? ""}`, talk.language);
  return yield* choose(talk.sentences, {
    weights: yield* weigh(wish, talk),
    sentencesMax,
    wordsMax: Number.POSITIVE_INFINITY,
    freeBeforeQuarters: null,
    likenessCost: LIKENESS_COST,
  });
}

/** Tells whether a field of a person's own asks for decisions or open questions, which are found by the form of the dialogue. */
export function asksFindings({ title, prompt }: TemplateField): { decisions: boolean; questions: boolean } {
  const wish = foldedWords(title ?? prompt).join(" ");
  return { decisions: asksFor(ASPECTS.decision, wish), questions: asksFor(ASPECTS.question, wish) };
}

/**
 * Returns titles with a sentence each: a term of the topic, and the topic's best quotation that says the term. A field that asks for
 * something else than topics has the topics of the sentences that answer it.
 */
export function* titlesFor(
  field: TemplateField,
  talk: Talk,
  stretches: readonly Stretch[],
  quotations: readonly SummaryItem[],
): Turns<TitleItem[]> {
  const asked = foldedWords(`${field.title ?? ""} ${field.prompt}`).join(" ");
  const wanted = ASKS_TOPICS.test(asked) ? quotations : yield* answersTo(field, talk, TITLES_MAX);
  const positions = new Map(talk.sentences.map(({ segmentIds, index }) => [segmentIds[0] ?? "", index]));
  const titles: TitleItem[] = [];
  const seen = new Set<string>();
  for (const item of wanted) {
    yield stretches.length;
    if (titles.length === TITLES_MAX) break;
    const at = positions.get(item.segmentIds[0] ?? "") ?? -1;
    const stretch = stretches.find(({ from, to }) => at >= from && at < to);
    const term = stretch?.topic.keywords.find((keyword) => saysTerm(item.text, keyword));
    if (term === undefined || seen.has(term)) continue;
    seen.add(term);
    titles.push({
      ...item,
      text: `${term.charAt(0).toUpperCase()}${term.slice(1)}`,
      subtitle: item.text,
      quoted: undefined,
    });
  }
  return titles;
}

/** Word for word: "passes" is not a title of what was said about a pass. */
function saysTerm(text: string, term: string): boolean {
  const words = new Set(foldedWords(text));
  return foldedWords(term).every((word) => words.has(word));
}
