import type { ReactNode } from "react";

const GLYPHS = { google: "G", microsoft: "M" } as const;

/** Submits the form with the provider's name; the letter keeps the place of the provider's own mark. */
export function ProviderButton(props: {
  provider: keyof typeof GLYPHS;
  look: "btn--primary" | "btn--line";
  children: ReactNode;
}) {
  return (
    <button className={`btn ${props.look} btn--wide`} type="submit" name="provider" value={props.provider}>
      <span className="glyph" aria-hidden="true">
        {GLYPHS[props.provider]}
      </span>
      {props.children}
    </button>
  );
}
