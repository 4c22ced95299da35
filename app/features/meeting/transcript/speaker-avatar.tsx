import { labelNumber, type Speaker } from "#app/features/meeting/transcript/list-speakers.ts";

/** A speaker's initial in their colour; an outline and a number where the source only told voices apart. */
export function SpeakerAvatar({ speaker }: { speaker: Speaker }) {
  const number = labelNumber(speaker.name);
  const initial = number ?? speaker.name.trim().charAt(0).toUpperCase();
  return (
    <span className={`avatar s${speaker.colour}${number ? " avatar--unknown" : ""}`} aria-hidden="true">
      {initial}
    </span>
  );
}
