import { orEnglish } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { NoteKind } from "#app/domain/summary/notes/note.ts";

/**
 * One worked example in each language, so that a model sees the form and the language of its answer. No words of it may come out as a
 * meeting's own (drop-echoes.ts). Changed words are another version of the prompts: kept answers to the old ones are not found any more.
 */
export type WorkedExample = {
  talk: readonly { speaker: string; text: string }[];
  /** The talk in a small model's words. */
  prose: string;
  /** The same as typed notes; `lines` are numbers of the talk, from 1. */
  notes: readonly ExampleNote[];
};

type ExampleNote = {
  kind: NoteKind;
  text: string;
  who: string | null;
  when: string | null;
  corrects: string | null;
  lines: readonly number[];
};

export const WORKED_EXAMPLES: Readonly<Record<MeetingLanguage, WorkedExample>> = orEnglish<WorkedExample>({
  en: {
    talk: [
      {
        speaker: "Ines",
        text: "So the greenhouse. Shall we open on the 4th? No, wait, the 11th, the heating comes later.",
      },
      { speaker: "Odell", text: "The 11th is fine. I'll call the plumber, and do we want the shop open too?" },
      { speaker: "Ines", text: "We don't know yet. It would cost 600 a week." },
    ],
    prose:
      "Ines and Odell moved the opening of the greenhouse to the 11th, because the heating comes later. Odell will call the plumber. It stayed open whether the shop opens too, at a cost of 600 a week.",
    notes: [
      {
        kind: "decision",
        text: "The greenhouse opens on the 11th.",
        who: null,
        when: "the 11th",
        corrects: "the 4th",
        lines: [1, 2],
      },
      { kind: "task", text: "Call the plumber.", who: "Odell", when: null, corrects: null, lines: [2] },
      {
        kind: "question",
        text: "Should the shop open too, at 600 a week?",
        who: "Odell",
        when: null,
        corrects: null,
        lines: [2, 3],
      },
    ],
  },
  es: {
    talk: [
      {
        speaker: "Ines",
        text: "A ver, el invernadero. ¿Abrimos el 4? No, espera, el 11, que la calefacción llega más tarde.",
      },
      { speaker: "Odell", text: "El 11 va bien. Yo llamo al fontanero. ¿Y abrimos también la tienda?" },
      { speaker: "Ines", text: "Aún no lo sabemos. Costaría 600 a la semana." },
    ],
    prose:
      "Ines y Odell aplazaron la apertura del invernadero al 11, porque la calefacción llega más tarde. Odell llamará al fontanero. Quedó pendiente si también se abre la tienda, que costaría 600 a la semana.",
    notes: [
      {
        kind: "decision",
        text: "El invernadero abre el 11.",
        who: null,
        when: "el 11",
        corrects: "el 4",
        lines: [1, 2],
      },
      { kind: "task", text: "Llamar al fontanero.", who: "Odell", when: null, corrects: null, lines: [2] },
      {
        kind: "question",
        text: "¿Se abre también la tienda, por 600 a la semana?",
        who: "Odell",
        when: null,
        corrects: null,
        lines: [2, 3],
      },
    ],
  },
  ca: {
    talk: [
      {
        speaker: "Ines",
        text: "A veure, l’hivernacle. Obrim el 4? No, espera, l’11, que la calefacció arriba més tard.",
      },
      { speaker: "Odell", text: "L’11 va bé. Jo truco al lampista. I obrim també la botiga?" },
      { speaker: "Ines", text: "Encara no ho sabem. Costaria 600 a la setmana." },
    ],
    prose:
      "Ines i Odell van ajornar l’obertura de l’hivernacle a l’11, perquè la calefacció arriba més tard. Odell trucarà al lampista. Va quedar pendent si també s’obre la botiga, que costaria 600 a la setmana.",
    notes: [
      { kind: "decision", text: "L’hivernacle obre l’11.", who: null, when: "l’11", corrects: "el 4", lines: [1, 2] },
      { kind: "task", text: "Trucar al lampista.", who: "Odell", when: null, corrects: null, lines: [2] },
      {
        kind: "question",
        text: "S’obre també la botiga, per 600 a la setmana?",
        who: "Odell",
        when: null,
        corrects: null,
        lines: [2, 3],
      },
    ],
  },
  fr: {
    talk: [
      { speaker: "Ines", text: "Bon, la serre. On ouvre le 4 ? Non, attends, le 11, le chauffage arrive plus tard." },
      { speaker: "Odell", text: "Le 11, ça va. J’appelle le plombier. Et on ouvre aussi la boutique ?" },
      { speaker: "Ines", text: "On ne sait pas encore. Ça coûterait 600 par semaine." },
    ],
    prose:
      "Ines et Odell ont repoussé l’ouverture de la serre au 11, car le chauffage arrive plus tard. Odell appellera le plombier. Reste à savoir si la boutique ouvre aussi, ce qui coûterait 600 par semaine.",
    notes: [
      { kind: "decision", text: "La serre ouvre le 11.", who: null, when: "le 11", corrects: "le 4", lines: [1, 2] },
      { kind: "task", text: "Appeler le plombier.", who: "Odell", when: null, corrects: null, lines: [2] },
      {
        kind: "question",
        text: "La boutique ouvre-t-elle aussi, pour 600 par semaine ?",
        who: "Odell",
        when: null,
        corrects: null,
        lines: [2, 3],
      },
    ],
  },
});
