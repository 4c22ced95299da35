import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  title?: ReactNode;
  children?: ReactNode;
  /** The way out. */
  action?: ReactNode;
  /** "alert" for what must be heard now, "status" for what may wait. */
  role?: "alert" | "status";
};

/** Amber wash inside the view, with its way out. Never more than one in a view. */
export function Notice({ title, children, action, role }: Props) {
  return (
    <div className="notice" role={role}>
      <Icon name="alert" />
      <div>
        {title && <p className="strong">{title}</p>}
        {children && <p>{children}</p>}
      </div>
      {action && <p className="row">{action}</p>}
    </div>
  );
}

/** Says at the foot of the window that the page, or a part of it, is not the newest. It comes by itself, so it moves nothing. */
export function StaleNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="toasts toasts--stale">
      <div className="toast toast--error">
        <Icon name="alert" />
        <p role="status">{children}</p>
        {action}
      </div>
    </div>
  );
}

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
