/** An invented meeting of 47 minutes whose minutes fill every field: commitments with names and days, decisions, open questions. */
export const TALK_MS = 47 * 60_000;

type Said = readonly [who: string, text: string];

const PEOPLE = { nuria: "Núria Vidal", jonas: "Jonas Brandt", theo: "Théo Lambert", aina: "Aina Ferrer" } as const;
const { nuria, jonas, theo, aina } = PEOPLE;

const TALK: readonly Said[] = [
  [nuria, "Good morning, everybody. Today we have the release, the Girona pilot and the importer on the agenda."],
  [jonas, "Let us begin with the release, because the answer from the bank came last night."],
  [jonas, "The bank wants another audit before it takes our payments, and the audit takes three weeks."],
  [theo, "Three weeks is after the date we gave to the clinic, so we cannot wait for it."],
  [nuria, "Then we decided: online payments leave release 1.9, and the release keeps its date."],
  [aina, "Agreed. I will tell the clinic by Friday that payments come later."],
  [jonas, "I will move the payments to release 2.0 in the plan before Wednesday."],
  [nuria, "Next, the pilot in Girona. Where do we stand with the therapists?"],
  [aina, "Six therapists have signed up, and the reception has two people who will answer questions."],
  [aina, "They ask to keep the paper diary for the first week, in case something breaks."],
  [theo, "A paper diary beside ours means that somebody has to copy every appointment at night."],
  [nuria, "One week is short enough. We agreed that the pilot starts on 1 December with a paper diary for one week."],
  [aina, "I will print the diary and bring it to Girona on 30 November."],
  [theo, "Who trains the reception? They have never seen the new calendar."],
  [nuria, "I will train the reception on 26 November, two hours in the morning."],
  [jonas, "Then the importer. It drops the notes field in two of three files that the clinic sent."],
  [theo, "It is the encoding, I believe, but I have no proof of it yet."],
  [jonas, "How many patients have notes in that field?"],
  [theo, "About four hundred of twelve hundred, so we cannot leave them behind."],
  [theo, "I will write a test with the three files and find the cause before Thursday."],
  [nuria, "The decision about the importer falls next Thursday, when the cause is known."],
  [jonas, "Should we tell the clinic about the notes already?"],
  [aina, "Not before we know. They would stop entering notes, and that is worse."],
  [nuria, "It stays open whether the notes are imported before the pilot or after it."],
  [jonas, "The budget for the pilot is four thousand euros, of which nine hundred are spent."],
  [nuria, "Nobody asked for more, so the budget stays as it is."],
  [aina, "One more thing: the clinic wants the appointments in Catalan, not only in Spanish."],
  [theo, "The texts exist; the e-mails do not. I can ask Laia for the translation of the e-mails."],
  [nuria, "Please do. Théo asks Laia for the e-mails in Catalan by Monday."],
  [jonas, "Does anybody have something else? Then we meet again next Thursday at ten."],
  [nuria, "Thank you all, until Thursday."],
];

/** Long values as they occur in practice: a name of many parts, and an address without a possible line break. */
const LONG_NAME = "María de los Ángeles Fernández-Villaverde y Rodríguez de la Borbolla";
export const LONG_TITLE =
  "Quarterly coordination between the therapists and the administration about the paper diary, the importer, the notes field and all that was left open in spring";
const UNBROKEN = "https://intranet.example/meetings/coordination_of_the_pilot_without_any_space_in_it_at_all_v2_final";

/** WebVTT of the talk. `long` gives its people the longest names and puts words into it that cannot be broken. */
export function talkTranscript({ long = false } = {}): string {
  const stepMs = TALK_MS / TALK.length;
  const cues = TALK.map(([who, text], index) => {
    const startMs = Math.round(index * stepMs);
    const name = long && who === nuria ? LONG_NAME : who;
    const words = long && index % 5 === 4 ? `${text} We decided to keep it under ${UNBROKEN} for everybody.` : text;
    return `${stamp(startMs)} --> ${stamp(startMs + stepMs * 0.8)}\n<v ${name}>${words}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** The same words as a speech engine returns them for a window of that many seconds. */
export function talkRecognised(seconds: number): {
  seconds: number;
  segments: { start: number; end: number; text: string }[];
} {
  const step = seconds / TALK.length;
  return {
    seconds,
    segments: TALK.map(([, text], index) => ({ start: index * step, end: index * step + step * 0.8, text })),
  };
}

function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const thousandths = String(Math.floor(ms % 1000)).padStart(3, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${thousandths}`;
}
