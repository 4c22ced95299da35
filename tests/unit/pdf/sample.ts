import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { TextLanguage } from "#app/domain/languages.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";

/** A meeting that nobody held, with all ten types of field, in each language; `segments` of talk by people who do not exist. */
const SAID: Record<TextLanguage, { title: string; lines: string[]; long: string }> = {
  en: {
    title: "Weekly product review: release 1.9 and the harbour pilot",
    lines: [
      "Release 1.9 ships on 1 December with shared calendars and without online payments, which move to 1.10.",
      "The harbour clinic starts a four-week pilot on the same day, “so that nobody stands at the desk without an answer”.",
      "The importer drops the notes field in two of the three files that were tried; the cause is open.",
      "Support answers from 9:00 to 18:00. Evenings stay uncovered during the pilot.",
    ],
    long: "https://tickets.example/browse/RELEASE-1-9?filter=open&assignee=everybody&sort=created_at_descending",
  },
  es: {
    title: "Revisión semanal: ¿qué entra en la versión 1.9?",
    lines: [
      "La versión 1.9 sale el 1 de diciembre con calendarios compartidos; los pagos pasan a la 1.10.",
      "¡El piloto empieza el mismo día! La clínica mantiene su agenda de papel la primera semana.",
      "¿Quién avisa al equipo de soporte? Lo hará Begoña Ibáñez, según se dijo, en cuanto tenga las fechas.",
    ],
    long: "electroencefalografistas-otorrinolaringológicamente-contrarrevolucionarios",
  },
  ca: {
    title: "Revisió setmanal: col·laboració amb la clínica i paral·lelismes",
    lines: [
      "La versió 1.9 surt l’1 de desembre amb calendaris compartits; els pagaments passen a la 1.10.",
      "La col·lecció i l’il·lustre paraŀlel s’escriuen amb l·l i amb ŀ, i han de sortir bé.",
      "Què farem amb les cites antigues? L’Aïna ho tornarà a provar dijous a la tarda.",
    ],
    long: "anticonstitucionalíssimament-desoxiribonucleic-otorinolaringologia",
  },
  fr: {
    title: "Revue hebdomadaire : « version 1.9 » et pilote du port",
    lines: [
      "La version 1.9 sort le 1er décembre avec les agendas partagés ; les paiements passent à la 1.10.",
      "Cœur du sujet : « l’œuvre » des équipes de Noëlle, à côté du vœu déjà exprimé — et rien d’autre.",
      "Où en est l’import ? Deux fichiers sur trois perdent le champ des notes, déjà signalé.",
    ],
    long: "anticonstitutionnellement-hexakosioihexekontahexaphobie-intergouvernementalisations",
  },
};

const PEOPLE = ["Laia Fontanals i Puig", "Jonas", "Aina-Margarida de Montmajor-Vallfogona", "Théo", "Speaker 5"];

export function sample(language: TextLanguage, segments: number): MeetingView {
  const { title, lines, long } = SAID[language];
  const line = (index: number) => lines[index % lines.length] ?? "";
  const talk = Array.from({ length: segments }, (_, index) =>
    segment(`w0-${index}`, index * 4 + 1, {
      text: line(index),
      endMs: index * 4000 + 4800,
      speaker: PEOPLE[Math.floor(index / 5) % PEOPLE.length] ?? null,
    }),
  );
  return view({
    head: head({ title, language, durationMs: segments * 4000 + 5000, startsAt: Date.UTC(2026, 10, 19, 9, 0) }),
    segments: talk,
    summary: {
      language,
      template: {
        id: "t1",
        name: "Product weekly",
        fields: [
          field("summary", "summary"),
          field("keypoints", "keypoints"),
          field("decisions", "customTable", "Decisions"),
          field("tasks", "tasks"),
          field("keywords", "keywords"),
          field("tags", "customHashtag"),
          field("titles", "titleSubtitle"),
          field("bullets", "bullets"),
          field("text", "customText"),
          field("list", "customBullets"),
        ],
      },
      fields: fieldsOf(line, long),
      engine: { port: "openai", model: "small-talker" },
      writtenAt: Date.UTC(2026, 10, 19, 10, 5),
      droppedItems: 2,
    },
  });
}

/** A field of the template. */
function field(
  key: string,
  type: NonNullable<MeetingView["summary"]>["template"]["fields"][number]["type"],
  own: string | null = null,
) {
  return {
    key,
    title: own,
    prompt: "",
    type,
    required: false,
  };
}

/** One of each type, with lines that are long, empty, or in other scripts. */
function fieldsOf(line: (index: number) => string, long: string): NonNullable<MeetingView["summary"]>["fields"] {
  const item = (index: number, ...more: number[]) => ({
    text: line(index),
    segmentIds: [index, ...more].map((number) => `w0-${number}`),
  });
  return [
    { key: "summary", title: null, content: { type: "summary", items: [item(0), item(1, 4), item(2), item(3)] } },
    {
      key: "keypoints",
      title: null,
      content: { type: "keypoints", items: [item(1), item(2, 5, 9), item(3), item(0)] },
    },
    {
      key: "decisions",
      title: null,
      content: {
        type: "customTable",
        columns: ["Decision", "Why", "€"],
        rows: [
          { cells: [line(0), line(1), "1 200"], segmentIds: ["w0-1"] },
          { cells: [long, "", "12,50"], segmentIds: ["w0-2", "w0-7"] },
        ],
      },
    },
    {
      key: "tasks",
      title: null,
      content: {
        type: "tasks",
        items: [
          { ...item(2), description: line(3), assigned: PEOPLE[0] ?? null, deadline: "19/11/2026" },
          { ...item(1), description: null, assigned: null, deadline: null },
          { ...item(0, 2), description: null, assigned: PEOPLE[2] ?? null, deadline: null },
        ],
      },
    },
    {
      key: "keywords",
      title: null,
      content: {
        type: "keywords",
        items: ["1.9", "pilot", long, "import", "Ñandú", "œuvre"].map((text) => ({ text, segmentIds: ["w0-1"] })),
      },
    },
    {
      key: "tags",
      title: null,
      content: {
        type: "customHashtag",
        items: ["release", "#pilot", "日本", "🚀"].map((text) => ({ text, segmentIds: [] })),
      },
    },
    {
      key: "titles",
      title: null,
      content: {
        type: "titleSubtitle",
        items: [
          { ...item(0), subtitle: line(1) },
          { ...item(2), subtitle: null },
        ],
      },
    },
    {
      key: "bullets",
      title: null,
      content: { type: "bullets", items: [{ text: `${line(1)} ${long}`, segmentIds: ["w0-3"] }] },
    },
    { key: "text", title: null, content: { type: "customText", items: [] } },
    {
      key: "list",
      title: null,
      content: {
        type: "customBullets",
        items: [
          { text: "Greek λόγος, Cyrillic слово, emoji 👩‍👩‍👧 and 🇪🇸, Hebrew שלום, 会議の議事録。", segmentIds: [] },
        ],
      },
    },
  ];
}
