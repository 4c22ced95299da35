import type { ReactNode } from "react";

/**
 * What a dialog says in one place, one thing at a time, in the room of the longest that it may have to say (`room`): when another
 * word comes, late, nothing beside, above or below it moves.
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
