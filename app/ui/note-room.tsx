import type { ReactNode } from "react";

/**
 * Shows one note at a time and reserves the space of the longest possible note (`room`): when the note changes later, nothing
 * beside, above or below it moves.
 */
export function NoteRoom({ room, small, children }: { room: readonly string[]; small?: boolean; children: ReactNode }) {
  return (
    <div className={small ? "note-room note" : "note-room"}>
      {children}
      {room.map((text) => (
        <span key={text} className="note-room__other" data-text={text} aria-hidden="true" />
      ))}
    </div>
  );
}
