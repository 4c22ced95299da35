import type { Strip } from "#app/server/pdf/flow.ts";
import { COLUMN, LEFT } from "#app/server/pdf/page-design.ts";
import type { COLOURS } from "#app/server/pdf/typeface.ts";

/** A line across the column, `above` points under what came before. */
export function rule(colour: (typeof COLOURS)["rule" | "hairline"], above: number): Strip {
  return {
    height: 0.5,
    before: above,
    keepNext: false,
    draw: (canvas, top) => canvas.rule({ x: LEFT, y: top, width: COLUMN, colour }),
  };
}
