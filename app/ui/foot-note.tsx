import type { ReactNode } from "react";

/**
 * What a dialog's foot says, in the room of the longest that it may have to say (`room`): when another word comes, late, nothing
 * beside or above it moves.
 */
export function FootNote({ room, children }: { room: readonly string[]; children: ReactNode }) {
  return (
    <div className="foot-note grow">
      {children}
      {room.map((text) => (
        <span key={text} className="foot-note__room hint" data-text={text} aria-hidden="true" />
      ))}
    </div>
  );
}
