import type { Turn } from "#app/domain/transcript/group-turns.ts";
import type { Strip } from "#app/server/pdf/flow.ts";
import { COLUMN, GUTTER_RIGHT, LEFT, MEASURE, STYLES } from "#app/server/pdf/page-design.ts";
import { markOf, type Setting } from "#app/server/pdf/pdf-setting.ts";
import { setParagraph, type Span } from "#app/server/pdf/paragraph.ts";
import { type Element, element, slot } from "#app/server/pdf/structure.ts";
import { COLOURS, SPEAKER_COLOURS } from "#app/server/pdf/typeface.ts";

/** The appendix, on a page of its own. A speaker is named where they begin. */
export function setTranscript(setting: Setting, root: Element, apart: boolean): Strip[] {
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
        { text: turn.speaker ?? "", style: { ...STYLES.speaker, colour }, slot: slot(element("Strong", paragraph)) },
        { text: "  ", style: STYLES.said, slot: slot(paragraph) },
      ]
    : [];
  const said: Span = {
    text: turn.segments.map(({ text }) => text).join(" "),
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
