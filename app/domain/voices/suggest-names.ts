import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";
import { wordKey } from "#app/domain/words/own-word.ts";

/**
 * Names that were said to, or by, a speaker who has only a label. They are shown as questions and never applied by themselves, so few and right
 * ones are better than many: whatever points at two speakers, or a speaker at two names, is left out.
 */

/** `how`: the speaker said "I am Marta", was spoken to before they spoke, or was thanked after they had spoken. */
export type NameSuggestion = { label: string; name: string; atMs: number; how: "introduced" | "greeted" | "thanked" };

/** A line with its speaker's label, and the name of that label if a person gave one. */
export type SaidLine = { label: string | null; startMs: number; endMs: number; text: string };

type Known = {
  lines: readonly SaidLine[];
  /** Names of the invitation, as they are written there. */
  invited: readonly string[];
  /** Names that speakers have already. */
  taken: readonly string[];
};

/** Said to many, or to anybody; all else that is always written with a capital letter, and greeted, is a name. */
const NO_NAMES = new Set(
  (
    "all again dear doctor everybody everyone folks god guys ladies madam sir team there you " +
    "a buenas buenos chicas chicos dios doctora equipo señor señora todas todos tots tothom totes equip nois noies senyor senyora deu " +
    "bonjour mesdames messieurs monsieur madame tous toutes tout docteur vous"
  )
    .split(" ")
    .map(wordKey),
);

const NAME = String.raw`(\p{Lu}\p{Ll}+(?:[-’']\p{Lu}?\p{Ll}+)?(?: \p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?)?)`;
const END = String.raw`(?=$|[\s.,;:!?…])`;
/** They say a name for sure. */
const NAMED_SELF = new RegExp(
  String.raw`(?:^|[\s,.¡¿])(?:[Mm]y name is|[Mm]y name’s|[Mm]y name's|[Mm]e llamo|[Mm]i nombre es|[Ee]m dic|[Ee]l meu nom és|[Jj]e m['’]appelle|[Mm]on nom est) (?:la |el |en |na )?${NAME}${END}`,
  "gu",
);
/** "I'm French", too: only for names of the invitation. */
const AM = new RegExp(
  String.raw`(?:^|[\s,.¡¿])(?:I['’]m|I am|[Tt]his is|[Ss]oy|[Ss]óc|[Ss]oc|[Jj]e suis|[Mm]oi,? c['’]est) (?:la |el |en |na |l['’])?${NAME}${END}`,
  "gu",
);
const GREETED = new RegExp(
  String.raw`(?:^|[\s,.¡¿])(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)|[Ww]elcome|[Hh]ola|[Bb]uen(?:os días|as tardes|as noches|as)|[Bb]ienvenid[oa]|[Bb]on dia|[Bb]ona (?:tarda|nit)|[Bb]envingu(?:t|da)|[Bb]onjour|[Bb]onsoir|[Ss]alut|[Bb]ienvenue),? ${NAME}${END}`,
  "gu",
);
const THANKED = new RegExp(
  String.raw`(?:^|[\s,.¡¿])(?:[Tt]hanks|[Tt]hank you|[Mm]uchas gracias|[Gg]racias|[Mm]oltes gràcies|[Gg]ràcies|[Mm]erci)(?: (?:very much|a lot|beaucoup))?,? ${NAME}${END}`,
  "gu",
);
/** "…, Marta?" and "Marta?" at the end of a turn. */
const ASKED = new RegExp(String.raw`(?:^|, |[.!?] )${NAME}\s*\?\s*$`, "gu");

/** The person who was spoken to answers soon. */
const ANSWER_MS_MAX = 4000;
/** Without an invitation a name has to be said so often to somebody among several. */
const TIMES_MIN = 2;
const TEXT_CHARS_MAX = 2000;

type Sign = Omit<NameSuggestion, "label"> & { label: string; isSure: boolean };

/** At most one for each label, in the order of the labels' first signs. */
export function suggestNames({ lines, invited, taken }: Known): NameSuggestion[] {
  const turns = joinTurns(lines);
  const names = namesOf(invited);
  const known = new Set(taken.map(wordKey));
  const speakers = new Set(turns.flatMap(({ label }) => label ?? []));
  const small = new Set(
    lines.flatMap(({ text }) => text.match(/(?<![\p{L}'’-])\p{Ll}[\p{L}'’-]*/gu) ?? []).map(wordKey),
  );
  const isWord = (word: string) => NO_NAMES.has(wordKey(word)) || small.has(wordKey(word));
  const nameIn = (said: string) => {
    const full = names.get(wordKey(said)) ?? names.get(wordKey(said.split(" ")[0] ?? ""));
    if (full !== undefined) return { name: full, isInvited: true };
    return said.split(" ").some(isWord) ? null : { name: said, isInvited: false };
  };
  const signs: Sign[] = [];
  /** People do not greet, thank or ask themselves. */
  const notThem = new Map<string, Set<string>>();
  for (const [at, turn] of turns.entries()) {
    const text = turn.text.slice(0, TEXT_CHARS_MAX);
    if (turn.label === null) continue;
    for (const pattern of [NAMED_SELF, AM]) {
      for (const [, said = ""] of text.matchAll(pattern)) {
        const named = nameIn(said);
        if (named && (named.isInvited || pattern === NAMED_SELF))
          signs.push({ label: turn.label, name: named.name, atMs: turn.startMs, how: "introduced", isSure: true });
      }
    }
    const next = turns[at + 1];
    const before = turns[at - 1];
    const others = [
      { pattern: GREETED, who: next, how: "greeted" as const },
      { pattern: ASKED, who: next, how: "greeted" as const },
      { pattern: THANKED, who: before, how: "thanked" as const },
    ];
    for (const { pattern, who, how } of others) {
      const matches = [...text.matchAll(pattern)];
      for (const [, said = ""] of matches) {
        const named = nameIn(said);
        if (!named) continue;
        notThem.set(turn.label, (notThem.get(turn.label) ?? new Set()).add(named.name));
        // Two people greeted at once: who answers is either.
        if (matches.length > 1 || !who?.label || gapOf(turn, who) > ANSWER_MS_MAX) continue;
        signs.push({
          label: who.label,
          name: named.name,
          atMs: turn.startMs,
          how,
          isSure: named.isInvited || speakers.size <= 2,
        });
      }
    }
  }
  const left = signs.filter(
    ({ label, name }) => isSpeakerLabel(label) && !known.has(wordKey(name)) && !notThem.get(label)?.has(name),
  );
  return onlyClear(left);
}

/** One name of one speaker, enough said, and contradicted by nothing. */
function onlyClear(signs: readonly Sign[]): NameSuggestion[] {
  const labelsOf = (name: string) => new Set(signs.filter((sign) => sign.name === name).map(({ label }) => label));
  return [...new Set(signs.map(({ label }) => label))].flatMap((label) => {
    const own = signs.filter((sign) => sign.label === label);
    const introduced = own.filter(({ how }) => how === "introduced");
    const [first] = introduced.length > 0 ? introduced : own;
    if (!first || own.some(({ name }) => name !== first.name) || labelsOf(first.name).size > 1) return [];
    if (!first.isSure && own.length < TIMES_MIN) return [];
    return [{ label, name: first.name, atMs: first.atMs, how: first.how }];
  });
}

function gapOf(one: SaidLine, other: SaidLine): number {
  return Math.max(one.startMs, other.startMs) - Math.min(one.endMs, other.endMs);
}

function joinTurns(lines: readonly SaidLine[]): SaidLine[] {
  const turns: SaidLine[] = [];
  for (const line of lines) {
    const before = turns.at(-1);
    if (before && before.label === line.label) {
      before.text += ` ${line.text}`;
      before.endMs = Math.max(before.endMs, line.endMs);
    } else turns.push({ ...line });
  }
  return turns;
}

/** By the whole name and by the first name, where only one invited person has it. */
function namesOf(invited: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const straight = invited.map(firstNameFirst);
  const firsts = straight.map((name) => wordKey(firstOf(name)));
  for (const [at, name] of straight.entries()) {
    const first = firsts[at] ?? "";
    if (firsts.indexOf(first) === firsts.lastIndexOf(first)) names.set(first, name);
    names.set(wordKey(name), name);
  }
  return names;
}

/** Outlook writes "Puig Serra, Marta". */
export function firstNameFirst(name: string): string {
  const [last = "", first = "", ...rest] = name.split(",").map((part) => part.trim());
  return first !== "" && rest.length === 0 ? `${first} ${last}` : name.trim();
}

function firstOf(name: string): string {
  return name.split(" ")[0] ?? name;
}
