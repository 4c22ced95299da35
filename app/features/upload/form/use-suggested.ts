import { useRef, useState } from "react";
import type { NameFacts } from "#app/features/upload/form/read-file-name.ts";

type Suggested = { title: string; at: number | null; from: "title" | "titleAndDate" | null };

/** Title and date from the name of the recording. They never replace anything that a person wrote or chose. */
export function useSuggested({ title, at, isOwn }: { title: string; at: number | null; isOwn: boolean }) {
  const [suggested, setSuggested] = useState<Suggested>({ title, at, from: null });
  const own = useRef({ title: isOwn, date: isOwn });
  return {
    ...suggested,
    /** Returns whether the date is taken from the name. */
    take(read: NameFacts): boolean {
      const takesTitle = !own.current.title && read.title !== "";
      const takesDate = !own.current.date && read.at !== null;
      setSuggested((before) => ({
        title: takesTitle ? read.title : before.title,
        at: takesDate ? read.at : before.at,
        from: takesTitle ? (takesDate ? "titleAndDate" : "title") : own.current.title ? null : before.from,
      }));
      return takesDate;
    },
    keepTitle() {
      own.current.title = true;
      setSuggested((before) => (before.from === null ? before : { ...before, from: null }));
    },
    keepDate() {
      own.current.date = true;
    },
  };
}
