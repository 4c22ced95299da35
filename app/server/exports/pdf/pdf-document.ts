import { hasMissingLetters } from "#app/server/exports/pdf/shape-text.ts";
import { textOfTurn, type Turn } from "#app/domain/transcript/group-turns.ts";
import type { PdfCell, PdfItem, PdfParts } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Marked, Minutes, MinutesSection } from "#app/server/exports/minutes.ts";
import type { Strip } from "#app/server/exports/pdf/flow.ts";
import { COLOURS, SPEAKER_COLOURS, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import {
  COLUMN,
  doubtsOf,
  GUTTER_RIGHT,
  LEFT,
  markOf,
  marksOf,
  MEASURE,
  type PdfOptions,
  rule,
  type Setting,
  STYLES,
} from "#app/server/exports/pdf/page-design.ts";
import { type GutterMark, setParagraph, type Span } from "#app/server/exports/pdf/paragraph.ts";
import { setPeople } from "#app/server/exports/pdf/people.ts";
import { type Element, element, slot } from "#app/server/exports/pdf/structure.ts";
import { type CellText, setTable } from "#app/server/exports/pdf/table.ts";

/** The appendix, on a page of its own. A speaker is named where they begin. */
function setTranscript(setting: Setting, root: Element, apart: boolean): Strip[] {
  const { minutes, typeface } = setting;
  if (minutes.turns.length === 0) return [];
  const section = element("Sect", root);
  const title = minutes.texts.transcript;
  const [first, ...heading] = setParagraph(
    [{ text: title, style: STYLES.section, slot: slot(element("H2", section)) }],
    {
      x: LEFT,
      width: COLUMN,
      leading: 20,
      before: 0,
      typeface,
      keepNext: true,
      title,
    },
  );
  const colours = new Map(minutes.people.map(({ name }, index) => [name, index]));
  const opening = first ? [{ ...first, newPage: apart }, ...heading] : [];
  return [...opening, ...minutes.turns.flatMap((turn) => setTurn(setting, turn, section, colours))];
}

function setTurn(setting: Setting, turn: Turn, section: Element, colours: ReadonlyMap<string, number>): Strip[] {
  const { typeface } = setting;
  const named = turn.named && turn.speaker !== null;
  const common = { x: LEFT, width: MEASURE, typeface };
  const paragraph = element("P", section);
  const colour = SPEAKER_COLOURS[(colours.get(turn.speaker ?? "") ?? 0) % SPEAKER_COLOURS.length] ?? COLOURS.ink;
  const who: Span[] = named
    ? [
        {
          text: turn.speaker ?? "",
          style: { ...STYLES.speaker, colour },
          slot: slot(element("Strong", paragraph)),
          apart: true,
        },
        { text: "  ", style: STYLES.said, slot: slot(paragraph) },
      ]
    : [];
  const said: Span = {
    text: textOfTurn(turn),
    style: STYLES.said,
    slot: slot(paragraph),
  };
  return setParagraph([...who, said], {
    ...common,
    leading: 14.5,
    before: named ? 8 : 4,
    marks: { all: [markOf(setting, turn.startMs)], holder: paragraph, right: GUTTER_RIGHT },
  });
}

/** The minutes as strips in reading order, and the tree that says what each is. */
export function setDocument(
  minutes: Minutes,
  options: PdfOptions,
  typeface: Typeface,
): { strips: Strip[]; root: Element } {
  const root = element("Document");
  const setting = { minutes, options, typeface };
  const strips = [...setHead(setting, root)];
  const shown = options.transcript ? minutes : { ...minutes, turns: [] };
  if (hasMissingLetters(JSON.stringify(shown), typeface)) {
    strips.push(...setNote(setting, options.texts.missingLetters, root));
  }
  if (minutes.quotations) strips.push(...setQuotedHeading(setting, minutes.quotations, root));
  if (minutes.caution !== null) strips.push(...setNote(setting, minutes.caution, root));
  for (const [index, section] of minutes.sections.entries()) {
    strips.push(
      ...setSection(setting, section, root, { isFirst: index === 0, level: minutes.quotations ? "H3" : "H2" }),
    );
  }
  if (minutes.below) {
    strips.push(...setQuotedHeading(setting, minutes.below, root));
    for (const section of minutes.below.sections) {
      strips.push(...setSection(setting, section, root, { isFirst: false, level: "H3" }));
    }
  }
  strips.push(...setColophon(setting, root));
  if (options.transcript) strips.push(...setTranscript(setting, root, strips.length > 0));
  return { strips, root };
}

function setHead({ minutes, typeface }: Setting, root: Element): Strip[] {
  const facts = minutes.whenAndHow.join(" · ");
  return [
    ...setParagraph([{ text: minutes.title, style: STYLES.title, slot: slot(element("H1", root)) }], {
      x: LEFT,
      width: COLUMN,
      leading: 30,
      before: 0,
      typeface,
      keepNext: true,
    }),
    ...setParagraph([{ text: facts, style: STYLES.facts, slot: slot(element("P", root)) }], {
      x: LEFT,
      width: COLUMN,
      leading: 14,
      before: 7,
      typeface,
      keepNext: minutes.people.length > 0,
    }),
    ...setPeople(minutes.people, root, typeface),
    rule(COLOURS.rule, 16),
  ];
}

function setQuotedHeading(
  { typeface }: Setting,
  { title, intro }: { title: string; intro: string },
  root: Element,
): Strip[] {
  const common = { x: LEFT, typeface, keepNext: true };
  const heading: Span = { text: title, style: STYLES.section, slot: slot(element("H2", root)) };
  const note: Span = { text: intro, style: STYLES.unsaid, slot: slot(element("P", root)) };
  return [
    ...setParagraph([heading], { ...common, width: COLUMN, leading: 20, before: 14, title }),
    ...setParagraph([note], { ...common, width: MEASURE, leading: 16, before: 5 }),
  ];
}

function setNote({ typeface }: Setting, text: string, root: Element): Strip[] {
  const note: Span = { text, style: STYLES.unsaid, slot: slot(element("P", root)) };
  return setParagraph([note], { x: LEFT, width: MEASURE, leading: 16, before: 12, typeface });
}

function setSection(
  setting: Setting,
  field: MinutesSection,
  root: Element,
  { isFirst, level }: { isFirst: boolean; level: "H2" | "H3" },
): Strip[] {
  const { typeface } = setting;
  const section = element("Sect", root);
  const heading = setParagraph([{ text: field.title, style: STYLES.section, slot: slot(element(level, section)) }], {
    x: LEFT,
    width: COLUMN,
    leading: 20,
    before: isFirst ? 14 : 12,
    typeface,
    keepNext: true,
    title: field.title,
  });
  const nothing = () =>
    setParagraph([{ text: field.nothing, style: STYLES.unsaid, slot: slot(element("P", section)) }], {
      x: LEFT,
      width: MEASURE,
      leading: 16,
      before: 5,
      typeface,
    });
  const body = field.content ? writerOf(field.content.type).pdf(field.content, partsOf(setting, section)) : nothing();
  return [...(isFirst ? [] : [{ ...rule(COLOURS.hairline, 18), keepNext: true, parting: true }]), ...heading, ...body];
}

function partsOf(setting: Setting, section: Element): PdfParts {
  return {
    minutes: setting.minutes,
    runningText: (items) => setRunningText(setting, items, section),
    list: (items) => setList(setting, items, section),
    words: (words) => setWords(setting, words, section),
    table: (head, rows) =>
      setTable(
        {
          head: head.map((text) => ({ text, style: STYLES.tableHead, leading: 12 })),
          rows: rows.map(({ cells, line }) => ({
            cells: cells.map((cell, index) => [
              ...cell.map(({ text, look }) => ({ text, ...CELLS[look] })),
              ...(index === 0 ? doubtNote(setting, line) : []),
            ]),
            marks: marksOf(setting, line),
          })),
          before: 7,
          parent: section,
        },
        { x: LEFT, width: COLUMN, gutter: GUTTER_RIGHT },
        setting.typeface,
      ),
  };
}

/** In a table the mark is a note under the words of the first cell. */
function doubtNote(setting: Setting, line: Marked): CellText[] {
  const marks = doubtsOf(setting, line);
  return marks.length === 0 ? [] : [{ text: marks.map(({ text }) => text).join(" · "), ...CELLS.note }];
}

const CELLS: Record<PdfCell["look"], Omit<CellText, "text">> = {
  said: { style: STYLES.cell, leading: 14.5 },
  note: { style: STYLES.description, leading: 12.5 },
  unsaid: { style: STYLES.unsaidCell, leading: 14.5 },
};

/** Sentences, each with its marks after it; a no-break space keeps the first on the line of the word before it. */
function setRunningText(setting: Setting, items: readonly PdfItem[], section: Element): Strip[] {
  const paragraph = element("P", section);
  const spans: Span[] = items.flatMap((item): Span[] => [
    { text: item.text, style: STYLES.reading, slot: slot(paragraph) },
    ...marksAsSpans([...doubtsOf(setting, item), ...marksOf(setting, item)], paragraph),
    { text: " ", style: STYLES.reading, slot: slot(paragraph) },
  ]);
  return setParagraph(spans, { x: LEFT, width: MEASURE, leading: 16.5, before: 6, typeface: setting.typeface });
}

/** Marks after the words of a line. */
function marksAsSpans(marks: readonly GutterMark[], paragraph: Element): Span[] {
  return marks.flatMap(({ text, style, target }): Span[] => [
    { text: "\u00a0", style: STYLES.reading, slot: slot(paragraph) },
    target
      ? { text, style, slot: slot(element("Link", paragraph)), target, apart: true }
      : { text, style, slot: slot(element("Span", paragraph)), apart: true },
  ]);
}

function setList(
  setting: Setting,
  items: readonly (PdfItem & { subtitle: string | null; strong: boolean })[],
  section: Element,
): Strip[] {
  const list = element("L", section);
  return items.flatMap((item, index) => {
    const { text, subtitle, strong } = item;
    const body = element("LBody", element("LI", list));
    const paragraph = element("P", body);
    const style = strong ? STYLES.strong : STYLES.reading;
    const common = { x: LEFT, width: MEASURE, leading: 16.5, typeface: setting.typeface };
    const doubts = marksAsSpans(doubtsOf(setting, item), paragraph);
    const first = setParagraph([{ text, style, slot: slot(paragraph) }, ...doubts], {
      ...common,
      before: index === 0 ? 6 : 5.5,
      keepNext: subtitle !== null,
      marks: { all: marksOf(setting, item), holder: paragraph, right: GUTTER_RIGHT },
    });
    if (subtitle === null) return first;
    const under: Span = { text: subtitle, style: STYLES.reading, slot: slot(element("P", body)) };
    return [...first, ...setParagraph([under], { ...common, before: 0 })];
  });
}

/** Words in a row; the separators between them are decoration. */
function setWords({ typeface }: Setting, words: readonly string[], section: Element): Strip[] {
  const list = element("L", section);
  const spans = words.flatMap((text, index): Span[] => {
    const body = slot(element("LBody", element("LI", list)));
    const word: Span = { text, style: STYLES.reading, slot: body, apart: true };
    return index === 0 ? [word] : [{ text: " · ", style: STYLES.between, slot: null }, word];
  });
  return setParagraph(spans, { x: LEFT, width: MEASURE, leading: 16.5, before: 6, typeface });
}

function setColophon({ minutes, typeface }: Setting, root: Element): Strip[] {
  if (minutes.colophonLines.length === 0) return [];
  return [
    { ...rule(COLOURS.hairline, 26), keepNext: true, parting: true },
    ...minutes.colophonLines.flatMap((text, index) =>
      setParagraph([{ text, style: STYLES.colophon, slot: slot(element("P", root)) }], {
        x: LEFT,
        width: MEASURE,
        leading: 12,
        before: index === 0 ? 8 : 1,
        typeface,
        keepNext: index < minutes.colophonLines.length - 1,
      }),
    ),
  ];
}
