import { type KeyboardEventHandler, useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type BoxGroup, type BoxOption, markedTitle } from "#app/features/search/box-options.ts";
import type { BoxAction } from "#app/features/search/use-box-actions.ts";
import { FoundAt, FoundFacts, FoundLine, MarkedText } from "#app/features/search/found-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SourceIcon } from "#app/ui/source-icon.tsx";

type Props = {
  id: string;
  groups: readonly BoxGroup[];
  active: BoxOption | null;
  isBusy: boolean;
  onKeyDown: KeyboardEventHandler;
  /** The pointer chose an option; `key` with Ctrl or Cmd held. */
  onChoose: (option: BoxOption, key: boolean) => void;
  /** The pointer takes a search out of the recent ones. */
  onForget: (typed: string) => void;
};

/** The options of the search box as a listbox. The focus stays in the text field, which names the active option. */
export function BoxList({ id, groups, active, isBusy, onKeyDown, onChoose, onForget }: Props) {
  const { t } = useTranslation("search");
  const activeId = active?.id;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div
      className="palette__body"
      role="listbox"
      id={id}
      aria-label={t("found")}
      aria-busy={isBusy}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target, ctrlKey, metaKey }) => {
        if (!(target instanceof Element)) return;
        const chosen = target.closest("[role=option]")?.id;
        const option = groups.flatMap(({ options }) => options).find((each) => each.id === chosen);
        if (!option) return;
        if (option.kind === "recent" && target.closest("[data-forget]")) onForget(option.typed);
        else onChoose(option, ctrlKey || metaKey);
      }}
    >
      {groups.map(({ name, label, options }) => (
        <div
          key={name}
          className="hits"
          role="group"
          aria-label={label === null ? undefined : t(`group.${label}`)}
          aria-labelledby={label === null ? options[0]?.id : undefined}
        >
          {label !== null && (
            <p className="hits__label" role="presentation">
              {t(`group.${label}`)}
            </p>
          )}
          {options.map((option) => (
            <div
              key={option.id}
              className={`hit ${CLASSES[option.kind] ?? "hit--act"}`}
              role="option"
              id={option.id}
              aria-selected={option.id === activeId}
            >
              <OptionContent option={option} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const CLASSES: Partial<Record<BoxOption["kind"], string>> = {
  meeting: "hit--meeting",
  moment: "hit--line",
  more: "hit--line",
  hint: "hit--hint",
};

function OptionContent({ option }: { option: BoxOption }) {
  const { t } = useTranslation("search");
  switch (option.kind) {
    case "meeting":
      return (
        <>
          <span className="hit__title cut" dir="auto">
            <MarkedText {...markedTitle(option.meeting)} />
          </span>
          <FoundFacts meeting={option.meeting} />
        </>
      );
    case "moment":
      return (
        <>
          <span className="hit__when">
            <FoundAt moment={option.moment} />
          </span>
          <FoundLine moment={option.moment} />
        </>
      );
    case "more":
      return (
        <>
          <span />
          <span className="note muted">{t("more", { count: option.count })}</span>
        </>
      );
    case "hint":
      return (
        <>
          <b className="hit__word">{t(`word.${option.filter}`)}</b>
          <span className="note muted">{t(`hint.${option.filter}`)}</span>
        </>
      );
    default:
      return <PlainOption option={option} />;
  }
}

type Plain = Exclude<BoxOption, { kind: "meeting" | "moment" | "more" | "hint" }>;

/** An icon and a text. */
function PlainOption({ option }: { option: Plain }) {
  const { t } = useTranslation(["search", "common"]);
  switch (option.kind) {
    case "recent":
      return (
        <>
          <Icon name="again" className="muted" />
          <span className="cut">{option.typed}</span>
          {/* The pointer's way; the keyboard has Delete. */}
          <span className="hit__forget" data-forget="" title={t("forgetOne")} aria-hidden="true">
            <Icon name="close" />
          </span>
        </>
      );
    case "forget":
      return <Act icon="trash" text={t("forgetAll")} />;
    case "all":
      return <Act icon="list" text={t("action.all")} />;
    case "older":
      return <Act icon="list" text={t("page.older")} />;
    case "ask":
      return <Act icon="chat" text={t("action.ask", { question: option.question })} />;
    case "again":
      return <Act icon="again" text={t("common:action.retry")} />;
    case "without":
      return <Act icon="search" text={t("wider.without", { part: option.part })} />;
    case "only":
      return <Act icon="search" text={t("wider.only", { part: option.part })} />;
    case "action":
      return <Act icon={option.action.icon} text={option.action.text} />;
  }
}

function Act({ icon, text }: { icon: BoxAction["icon"]; text: string }) {
  return (
    <>
      {icon === "microphone" ? (
        <SourceIcon name="microphone" className="muted" />
      ) : (
        <Icon name={icon} className="muted" />
      )}
      <span className="cut">
        <span className="cap">{text}</span>
      </span>
    </>
  );
}
