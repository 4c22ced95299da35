import type { Minutes } from "#app/server/exports/minutes.ts";
import { cutToWidth } from "#app/server/exports/pdf/canvas.ts";
import type { Strip } from "#app/server/exports/pdf/flow.ts";
import { SPEAKER_COLOURS, type TextStyle, type Typeface } from "#app/server/exports/pdf/font-face.ts";
import { COLUMN, LEFT, STYLES } from "#app/server/exports/pdf/page-design.ts";
import { shapeText } from "#app/server/exports/pdf/shape-text.ts";
import { setText } from "#app/server/exports/pdf/set-text.ts";
import { type Element, element, slot } from "#app/server/exports/pdf/structure.ts";

type Person = Minutes["people"][number];

const DISC_RADIUS = 6.5;
const ROW_HEIGHT = 18;
const BETWEEN = 18;

/** Rows of speakers: a disc with an initial (an outline with a number when only voices were distinguished), name, speaking time. */
export function setPeople(people: readonly Person[], root: Element, typeface: Typeface): Strip[] {
  if (people.length === 0) return [];
  const list = element("L", root);
  const rows: { item: ReturnType<typeof setPerson>; x: number }[][] = [];
  let x = LEFT;
  for (const [index, person] of people.entries()) {
    const item = setPerson(person, index, { list, typeface });
    if (rows.length === 0 || x + item.width > LEFT + COLUMN) {
      rows.push([]);
      x = LEFT;
    }
    rows.at(-1)?.push({ item, x });
    x += item.width + BETWEEN;
  }
  return rows.map(
    (row, index): Strip => ({
      height: ROW_HEIGHT,
      before: index === 0 ? 9 : 0,
      keepNext: true,
      draw(canvas, top) {
        for (const { item, x: left } of row) item.draw(canvas, left, top);
      },
    }),
  );
}

function setPerson(
  { name, spoken, number }: Person,
  index: number,
  { list, typeface }: { list: Element; typeface: Typeface },
) {
  const place = slot(element("LBody", element("LI", list)));
  const set = (text: string, style: TextStyle) => shapeText(text, style, typeface);
  const colour = SPEAKER_COLOURS[index % SPEAKER_COLOURS.length] ?? STYLES.person.colour;
  const [letter = "?"] = name.trim().toLocaleUpperCase();
  const initialStyle: TextStyle = number === null ? STYLES.initial : { ...STYLES.initial, colour };
  const initial = setText(set(number ?? letter, initialStyle), initialStyle.size);
  const length = setText(set(`  ${spoken}`, STYLES.spoken), STYLES.spoken.size);
  const indent = DISC_RADIUS * 2 + 6;
  const room = COLUMN - indent - length.width;
  const cut = cutToWidth(set(name, STYLES.person), room, set("…", STYLES.person));
  const shown = setText(cut, STYLES.person.size);
  return {
    width: indent + shown.width + length.width,
    draw(canvas: Parameters<Strip["draw"]>[0], left: number, top: number) {
      const middle = top + ROW_HEIGHT / 2;
      const baseline = middle + STYLES.person.size * 0.36;
      canvas.disc({ x: left + DISC_RADIUS, y: middle, radius: DISC_RADIUS, colour, hollow: number !== null });
      const initialX = left + DISC_RADIUS - initial.width / 2;
      canvas.text(initial, initialStyle, { x: initialX, baseline: middle + STYLES.initial.size * 0.36, slot: null });
      canvas.text(shown, STYLES.person, { x: left + indent, baseline, slot: place });
      canvas.text(length, STYLES.spoken, { x: left + indent + shown.width, baseline, slot: place });
    },
  };
}
