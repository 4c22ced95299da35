import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import type { Speaker } from "#app/features/meeting/transcript/list-speakers.ts";
import { Avatar } from "#app/ui/avatar.tsx";

/** A speaker's initial in their colour; an outline and a number where the source only told voices apart. */
export function SpeakerAvatar({ speaker }: { speaker: Speaker }) {
  const number = labelNumber(speaker.name);
  return <Avatar name={number ?? speaker.name} speaker={speaker.colour} unknown={number !== null} />;
}
