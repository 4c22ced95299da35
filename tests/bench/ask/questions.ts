/**
 * Questions to several of the development meetings (../shared/meetings-dev), written for this bench. Nothing of the meetings' text is in here.
 * One half was looked at while prompt and check were worked on; the other was asked once, on 1 December 2026, and is known since.
 */
export type AskQuestion = {
  question: string;
  half: "seen" | "kept";
  /** A line that has all of this answers; none answers a question about something that nobody said. */
  says: readonly RegExp[] | null;
  /** The meeting with its turn that answers, as the file has them; where several do, the plainest one. */
  at?: readonly [meeting: string, turn: number];
  /** Words by which a model widens a question in another language. The bench spares the model this call. */
  wider?: readonly string[];
};

export const MEETINGS: ReadonlySet<string> = new Set(["ES2006a", "ES2006c", "IS1006a", "TS3010b", "education_22"]);

type Answered = readonly [
  question: string,
  says: readonly RegExp[],
  at: readonly [string, number],
  wider?: readonly string[],
];

const SEEN: readonly Answered[] = [
  ["What is the selling price of the remote control?", [/25|twenty[- ]five/iu], ["IS1006a", 101]],
  ["Why did they decide against solar panels?", [/rubber/iu], ["ES2006c", 567]],
  ["What is the motto of the company?", [/fashion/iu, /electronics/iu], ["ES2006a", 242]],
  ["How many units do they want to sell?", [/two million|2 million|2,000,000/iu], ["IS1006a", 111]],
  ["Which battery did they choose?", [/simple/iu], ["ES2006c", 577]],
  ["Why don't they want a screen on the remote control?", [/complex|expensive|cost/iu], ["IS1006a", 241]],
  ["How many weeks does the childcare offer cover?", [/48|forty[- ]eight/iu], ["education_22", 150]],
  ["How many people took part in the usability test?", [/hundred|100/iu], ["TS3010b", 137]],
  ["Which animal did the project manager draw?", [/gecko/iu], ["ES2006a", 198]],
  [
    "¿Cuánto puede costar como máximo fabricar el mando a distancia?",
    [/12|doce|twelve/iu],
    ["ES2006a", 233],
    ["production", "cost", "maximum", "remote", "control"],
  ],
];

const KEPT: readonly Answered[] = [
  ["Which is the most used button?", [/channel/iu], ["TS3010b", 137]],
  ["Why is teletext not needed anymore?", [/internet/iu], ["TS3010b", 164]],
  ["How many voice samples can be recorded?", [/eighty|80/iu], ["ES2006c", 158]],
  ["Which chip do the LCDs need?", [/advanced/iu], ["ES2006c", 109]],
  ["What does the daughter of one of them like about remote controls?", [/click|button/iu], ["IS1006a", 133]],
  ["Where does the project manager come from?", [/australia|melbourne/iu], ["ES2006a", 217]],
  ["When is the final report of Arad expected?", [/october/iu], ["education_22", 90]],
  ["How much may providers charge a day for food and transport?", [/7[.,]50/iu], ["education_22", 66]],
  ["Who makes the minutes?", [/project manager|secretary/iu], ["TS3010b", 4]],
  [
    "Combien d'euros de bénéfice veulent-ils faire ?",
    [/50|fifty|cinquante/iu],
    ["ES2006a", 233],
    ["profit", "million", "aim"],
  ],
];

const UNANSWERED: Readonly<Record<AskQuestion["half"], readonly string[]>> = {
  seen: ["Which bank finances the project?", "What did they decide about the office in Barcelona?"],
  kept: ["What is the salary of the project manager?", "What is the password of the wireless network?"],
};

function half(name: AskQuestion["half"], rows: readonly Answered[]): AskQuestion[] {
  const answered = rows.map(
    ([question, says, at, wider]): AskQuestion => ({ question, half: name, says, at, ...(wider ? { wider } : {}) }),
  );
  return [...answered, ...UNANSWERED[name].map((question): AskQuestion => ({ question, half: name, says: null }))];
}

export const ASK_QUESTIONS: readonly AskQuestion[] = [...half("seen", SEEN), ...half("kept", KEPT)];
