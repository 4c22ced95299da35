import { type FontFace, openFontFace } from "#app/server/pdf/font-face.ts";

/** The five faces of a document: Source Serif 4 for the text, Inter for everything around it. */
export const FACES = ["serif-400", "serif-400-italic", "serif-600", "sans-400", "sans-500"] as const;
export type FaceName = (typeof FACES)[number];
export type FontBytes = Record<FaceName, Uint8Array>;
export type Typeface = Record<FaceName, FontFace>;

export function openTypeface(fonts: FontBytes): Typeface {
  const open = (name: FaceName) => openFontFace(name, fonts[name]);
  return {
    "serif-400": open("serif-400"),
    "serif-400-italic": open("serif-400-italic"),
    "serif-600": open("serif-600"),
    "sans-400": open("sans-400"),
    "sans-500": open("sans-500"),
  };
}

/** Red, green and blue, 0 to 1: the light theme's roles (tokens.css), on white. */
export type Colour = readonly [red: number, green: number, blue: number];
export const COLOURS = {
  ink: [0.127, 0.104, 0.082],
  muted: [0.36, 0.335, 0.307],
  faint: [0.446, 0.425, 0.396],
  hairline: [0.873, 0.863, 0.841],
  rule: [0.541, 0.523, 0.495],
  proof: [0.148, 0.306, 0.755],
  white: [1, 1, 1],
} as const satisfies Record<string, Colour>;

/** In the order of first words, then from the start again. */
export const SPEAKER_COLOURS: readonly Colour[] = [
  [0.006, 0.447, 0.448],
  [0.59, 0.361, 0.129],
  [0.564, 0.246, 0.441],
  [0.224, 0.447, 0.263],
  [0.26, 0.408, 0.511],
  [0.428, 0.442, 0.179],
  [0.455, 0.278, 0.557],
  [0.48, 0.325, 0.255],
];

export type TextStyle = {
  face: FaceName;
  size: number;
  colour: Colour;
  /** Digits all as wide as each other, for times that stand under one another. */
  tabular?: boolean;
};
