import type { ReactNode } from "react";

type Props = { title: ReactNode; above?: ReactNode; beside?: ReactNode; className?: string; children: ReactNode };

/** A page inside the shell: its title, what stands above and beside it, and the content. */
export function Page({ title, above, beside, className, children }: Props) {
  return (
    <main id="main" className="page" tabIndex={-1}>
      <div className={`page__in${className ? ` ${className}` : ""}`}>
        <div className="head">
          <div>
            {above}
            <h1 className="title">{title}</h1>
          </div>
          {beside}
        </div>
        {children}
      </div>
    </main>
  );
}
