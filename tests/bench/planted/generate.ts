import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import type { Form, FormKind, FormSet, Role } from "./forms.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** A planted statement: where it was said, and what may be claimed of it. */
export type Plant = {
  form: Form;
  kind: FormKind;
  quarter: number;
  segmentIds: ReadonlySet<SegmentId>;
  /** The name that may stand as the owner; null: only nobody. */
  owner: string | null;
  deadline: string | null;
  text: string;
};
export type PlantedMeeting = { language: MeetingLanguage; segments: Segment[]; plants: Plant[] };

/** Real statements and distractors in one meeting, and the neutral lines between two of them. */
const PLANTS_PER_MEETING = 16;
const NEUTRAL_MIN = 6;
const NEUTRAL_SPREAD = 10;
const QUARTERS = 4;
/** People say about 2.6 words a second, and pause before another speaks. */
const MS_PER_WORD = 385;
const PAUSE_MS = 700;

/** A linear congruential generator: the same seed gives the same meetings. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Returns meetings of about 45 minutes of neutral talk in which every form occurs at least `rounds` times. Every fourth meeting names no
 * speakers. Meetings of the forms held back use a third of the verbs that the other meetings do not use.
 */
export function plantedMeetings(
  language: MeetingLanguage,
  forms: readonly Form[],
  set: FormSet,
  rounds: number,
): PlantedMeeting[] {
  const random = randomFrom(language.charCodeAt(0) * 1009 + language.charCodeAt(1) + (set === "forms" ? 0 : 7919));
  const queue = Array.from({ length: rounds }, () => shuffled(forms, random)).flat();
  const meetings: PlantedMeeting[] = [];
  for (let from = 0; from < queue.length; from += PLANTS_PER_MEETING) {
    const named = meetings.length % 4 !== 3;
    meetings.push(meetingOf(language, queue.slice(from, from + PLANTS_PER_MEETING), set, named, random));
  }
  return meetings;
}

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  return items
    .map((item) => ({ item, at: random(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function meetingOf(
  language: MeetingLanguage,
  forms: readonly Form[],
  set: FormSet,
  named: boolean,
  random: (below: number) => number,
): PlantedMeeting {
  const words = VOCABULARY[language];
  const segments: Segment[] = [];
  const plants: Plant[] = [];
  let clockMs = 0;
  let last = "";
  const say = (speaker: string, text: string): Segment => {
    const startMs = clockMs + PAUSE_MS;
    clockMs = startMs + text.split(" ").length * MS_PER_WORD;
    const segment = { id: `w0-${segments.length}`, startMs, endMs: clockMs, text, speaker: named ? speaker : null };
    segments.push(segment);
    last = speaker;
    return segment;
  };
  const pick = (items: readonly string[]) => items[random(items.length)] ?? "";
  const other = () => pick(words.names.filter((name) => name !== last));
  const neutral = () => {
    if (random(3) === 0) return void say(other(), pick(words.remarks));
    const parts = Array.from(
      { length: 1 + random(3) },
      () => `${pick(words.subjects)} ${pick(words.predicates)}, ${pick(words.tails)}.`,
    );
    say(other(), parts.join(" "));
  };
  for (const [index, form] of forms.entries()) {
    for (let count = NEUTRAL_MIN + random(NEUTRAL_SPREAD); count > 0; count -= 1) neutral();
    const people = shuffled(words.names, random);
    const roles: Record<Role, string> = { A: people[0] ?? "", B: people[1] ?? "", C: people[2] ?? "" };
    const date = random(2) === 0 ? pick(words.dates) : "";
    const fill = filler(language, set, roles, date, random);
    const said = form.lines.map((line) => ({ ...line, segment: say(roles[line.role], fill(line.text)) }));
    const marked = said.filter((line) => line.marked).map(({ segment }) => segment);
    const isNameSaid =
      form.owner !== null && said.some(({ segment }) => segment.text.includes(roles[form.owner ?? "A"]));
    plants.push({
      form,
      kind: form.kind,
      quarter: Math.floor((index * QUARTERS) / forms.length),
      segmentIds: new Set(marked.map(({ id }) => id)),
      owner: form.owner !== null && (named || isNameSaid) ? roles[form.owner] : null,
      deadline: date !== "" && form.lines.some((line) => line.marked && line.text.includes("{when}")) ? date : null,
      text: said.map(({ segment }) => segment.text).join(" | "),
    });
  }
  for (let count = NEUTRAL_MIN; count > 0; count -= 1) neutral();
  return { language, segments, plants };
}

/** Returns what fills the slots of one form: the same action, plan and option in all of its lines. */
function filler(
  language: MeetingLanguage,
  set: FormSet,
  roles: Readonly<Record<Role, string>>,
  date: string,
  random: (below: number) => number,
): (text: string) => string {
  const words = VOCABULARY[language];
  const actions = words.actions.filter((_, index) => (index % 3 === 2) === (set === "held-back"));
  const [forms = "", object = ""] = (actions[random(actions.length)] ?? "").split("|");
  const verb = forms.split(",");
  const [plan = "", plan1 = ""] = (words.plans[random(words.plans.length)] ?? "").split("|");
  const slots: Record<string, string> = {
    ...roles,
    inf: `${verb[0]} ${object}`,
    ing: `${verb[1]} ${object}`,
    fut1: `${verb[1]} ${object}`,
    fut3: `${verb[2]} ${object}`,
    imp: `${verb[3]} ${object}`,
    plan,
    plan1,
    opt: words.options[random(words.options.length)] ?? "",
    when: date,
  };
  return (text) => {
    const filled = text
      .replace(/\{de:(\w+)\}/gu, (_, slot: string) => elided("de", slots[slot] ?? "", language))
      .replace(/\{je:(\w+)\}/gu, (_, slot: string) => elided("je", slots[slot] ?? "", language))
      .replace(/\{(\w+)\}/gu, (_, slot: string) => slots[slot] ?? "")
      .replace(/ {2,}/gu, " ")
      .replace(/ ([,.])/gu, "$1")
      .replace(/(\p{L}) \?/gu, language === "fr" ? "$1 ?" : "$1?")
      .replace(/(?<![\p{L}])(de|a) (el|els)(?= )/gu, (whole, word: string, article: string) =>
        contracted(whole, word, article, language),
      );
    return filled.replace(/^([¿¡]?)(\p{Ll})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());
  };
}

/** French and Catalan: "de" and "je" lose their vowel before another. */
function elided(word: string, next: string, language: MeetingLanguage): string {
  const isVowel = /^[aeiouhàâéèêíòóú]/iu.test(next);
  return isVowel && (language === "fr" || language === "ca") ? `${word.slice(0, -1)}'${next}` : `${word} ${next}`;
}

/** "de el" is "del" in Spanish and Catalan. */
function contracted(whole: string, word: string, article: string, language: MeetingLanguage): string {
  if (language === "ca") return word + article.slice(1);
  return language === "es" && article === "el" ? `${word}l` : whole;
}
