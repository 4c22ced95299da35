import type { ReactNode } from "react";

/** Nothing here yet: one sentence on what will be here, and one action. */
export function Empty({ title, children, action }: { title?: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      {title && <h2 className="section">{title}</h2>}
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
