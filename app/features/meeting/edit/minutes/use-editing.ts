import { type KeyboardEvent, useMemo, useReducer, useState } from "react";
import { randomId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Line, Wording } from "#app/domain/summary/edits/line.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";
import { changeDraft, type Draft, fieldsOf, type SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";

/** The state and the actions that the fields of an edit use. */
export type Editing = {
  say: (key: string, id: string, words: Partial<Wording>) => void;
  /** `after`: the line that the new one follows; else it is the last of its field. */
  add: (key: string, after?: string) => void;
  remove: (key: string, id: string) => void;
  move: (key: string, id: string, by: 1 | -1) => void;
  moveByKey: (key: string, id: string) => (event: KeyboardEvent<HTMLElement>) => void;
  setTerms: (key: string, terms: readonly string[]) => void;
  setProse: (key: string, text: string) => void;
  /** Whether the line was just added: its field takes the focus. */
  isNew: (id: string) => boolean;
  /** Whether another person changed the same line meanwhile. */
  isBoth: (id: string) => boolean;
  theirs: (key: string, id: string) => Line | null;
  comparing: boolean;
};

/**
 * The draft in its language, and the lines that another person has changed too. `newer` returns the current minutes, or null
 * when they are still those that the draft is based on.
 */
export function useEditing(
  opened: () => Draft,
  newer: (draft: Draft) => SummaryView | null,
  language: MeetingLanguage,
) {
  const [draft, change] = useReducer(changeDraft, null, opened);
  const [added, setAdded] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const theirs = newer(draft);
  const merged = useMemo(
    () => theirs && mergeEdits({ base: draft.base, mine: draft.fields, theirs: fieldsOf(theirs) }),
    [theirs, draft.base, draft.fields],
  );
  const editing: Editing = {
    say: (key, id, words) => change({ type: "line", key, id, words }),
    add(key, after) {
      const id = randomId();
      setAdded(id);
      change({ type: "add", key, id, after: after ?? null });
    },
    remove: (key, id) => change({ type: "remove", key, id }),
    move: (key, id, by) => change({ type: "move", key, id, by }),
    moveByKey: (key, id) => (event) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      change({ type: "move", key, id, by: event.key === "ArrowUp" ? -1 : 1 });
    },
    setTerms: (key, terms) => change({ type: "terms", key, terms, newId: () => randomId() }),
    setProse: (key, text) => change({ type: "prose", key, text, language, newId: () => randomId() }),
    isNew: (id) => id === added,
    isBoth: (id) => merged?.both.includes(id) ?? false,
    theirs(key, id) {
      const field = theirs && fieldsOf(theirs).find((one) => one.key === key);
      return field?.lines.find((line) => line.id === id) ?? null;
    },
    comparing,
  };
  return { draft, change, editing, theirs, both: merged?.both ?? [], setComparing };
}
