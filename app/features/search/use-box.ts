import { useNavigate, useSubmit } from "@remix-run/react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import { withoutOpenFilter } from "#app/domain/search/search-query.ts";
import { type BoxGroup, boxGroups, type BoxOption, searchHref } from "#app/features/search/box-options.ts";
import { readSearches, saveSearches, withSearch } from "#app/features/search/recent-searches.ts";
import { type BoxAction, type DialogHrefs, useBoxActions } from "#app/features/search/use-box-actions.ts";
import { type Search, useSearch } from "#app/features/search/use-search.ts";

/** `typedAhead`: the text that the box begins with. */
export type BoxProps = { userId: string; hrefs: DialogHrefs; typedAhead: string; onClose: () => void };

export type Box = {
  typed: string;
  type: (text: string) => void;
  search: Search;
  groups: readonly BoxGroup[];
  active: BoxOption | null;
  /** The text as it is now has no answer yet. */
  isAsking: boolean;
  /** `withKey`: with Ctrl or Cmd held. */
  choose: (option: BoxOption, withKey: boolean) => void;
  /** Takes a search out of the recent ones. */
  forget: (kept: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The text of the search box, its results, and the actions of keys and pointer. */
export function useBox({ userId, hrefs, typedAhead, onClose }: BoxProps): Box {
  const [typed, setTyped] = useState(typedAhead);
  const [chosen, setChosen] = useState<string | null>(null);
  const [recent, setRecent] = useState(() => readSearches(userId));
  const actions = useBoxActions(hrefs);
  const search = useSearch(typed);
  const { answer, isCurrent } = search;
  const hasFailed = search.failure !== null;
  const { groups, first } = useMemo(
    () => boxGroups({ typed, answer, isCurrent, hasFailed, recent, actions }),
    [typed, answer, isCurrent, hasFailed, recent, actions],
  );
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ id }) => id === chosen) ?? first;
  const asked = withoutOpenFilter(typed);

  const keep = (searches: string[]) => {
    saveSearches(userId, searches);
    setRecent(searches);
    setChosen(null);
  };
  const type = (text: string) => {
    setTyped(text);
    setChosen(null);
  };
  const forget = (kept: string) => keep(recent.filter((each) => each !== kept));
  const { open, choose } = useChoices({
    asked,
    type,
    again: search.again,
    forgetAll: () => keep([]),
    remember: () => saveSearches(userId, withSearch(recent, asked)),
    onClose,
  });
  const move = (by: 1 | -1) => {
    const at = options.findIndex(({ id }) => id === active?.id);
    const end = by === 1 ? 0 : options.length - 1;
    setChosen(options[at === -1 ? end : (at + by + options.length) % options.length]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that choose a word in an input method.
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter" && active) choose(active, event.ctrlKey || event.metaKey);
    else if (key === "Enter" && asked !== "") open(searchHref(asked));
    else if (key === "Delete" && active?.kind === "recent") forget(active.typed);
    else return;
    event.preventDefault();
  };
  const isAsking = asked !== "" && !isCurrent && !hasFailed;
  return { typed, type, search, groups, active, isAsking, choose, forget, onKeyDown };
}

type Choices = {
  asked: string;
  type: (text: string) => void;
  again: () => void;
  forgetAll: () => void;
  /** Keeps the search among the recent ones. */
  remember: () => void;
  onClose: () => void;
};

/** The action of each option. `open` leaves the box for an address that the search has led to. */
function useChoices({ asked, type, again, forgetAll, remember, onClose }: Choices) {
  const { t } = useTranslation("search");
  const navigate = useNavigate();
  const submit = useSubmit();
  const open = (href: string) => {
    remember();
    onClose();
    navigate(href);
  };
  const perform = (action: BoxAction) => {
    onClose();
    if ("run" in action) {
      action.run();
      return;
    }
    if (action.event) track(action.event);
    // A dialog opens over the page, which stays where it is.
    navigate(action.href, { preventScrollReset: action.href.includes("?") });
  };
  const choose = (option: BoxOption, withKey: boolean): void => {
    switch (option.kind) {
      case "moment":
        return open(withKey ? option.meetingHref : option.href);
      case "meeting":
      case "more":
      case "all":
      case "older":
        return open(option.href);
      case "recent":
      case "without":
      case "only":
        return type(option.typed);
      case "hint":
        return type(`${asked} ${t(`word.${option.filter}`)}`.trimStart());
      case "forget":
        return forgetAll();
      case "ask":
        onClose();
        return submit({ question: option.question }, { method: "post", action: "/ask" });
      case "again":
        return again();
      case "action":
        return perform(option.action);
    }
  };
  return { open, choose };
}
