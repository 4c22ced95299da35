import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiError } from "#app/contracts/upload-answers.ts";
import type { CallView } from "#app/contracts/meeting-view.ts";
import { useNow } from "#app/features/meeting/call/use-now.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

type Asking = { is: "idle" } | { is: "pending" } | { is: "asked" } | { is: "refused"; message: string | null };
type AskAgainState = Asking & {
  /** Not yet, now, or (any more) not at all. */
  offer: "soon" | "now" | "none";
  ask: () => void;
};

/** Whether Acta can be told to ask to be let in once more, and what became of it. */
export function useAskAgain(meetId: string, { askAgain }: CallView): AskAgainState {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<Asking>({ is: "idle" });
  const now = useNow(askAgain !== undefined);
  const isGone = askAgain === undefined || (askAgain.until !== null && now !== null && now >= askAgain.until);
  const isSoon = askAgain !== undefined && askAgain.until === null && (now === null || now < askAgain.from);
  const run = async () => {
    setAsking({ is: "pending" });
    const refusal = await postAskAgain(meetId);
    setAsking(refusal === null ? { is: "asked" } : { is: "refused", message: refusal.message });
    // The socket says the same, and sooner; this is for a page whose socket is down.
    revalidate();
  };
  return {
    ...asking,
    offer: isGone ? "none" : isSoon ? "soon" : "now",
    ask: () => {
      if (asking.is !== "pending") void run();
    },
  };
}

/** Null where it is done. The answer's own words where it has some. */
async function postAskAgain(meetId: string): Promise<{ message: string | null } | null> {
  try {
    const response = await fetch(`/api/acta/meetings/${meetId}/call/ask-again`, { method: "POST" });
    if (response.ok) return null;
    const said = apiError.safeParse(await response.json());
    return { message: said.success ? said.data.error.message : null };
  } catch {
    return { message: null };
  }
}

/** At the door it stands between the link and leaving; on its way to the door it says that it is. */
export function AskAgainButton({ again, ink }: { again: AskAgainState; ink: boolean }) {
  const { t } = useTranslation("call");
  if (again.offer === "none") {
    if (again.is !== "asked") return null;
    return (
      <output className="btn btn--line btn--l">
        <Spinner />
        {t("door.asking")}
      </output>
    );
  }
  return (
    <Button
      kind={ink ? "primary" : "line"}
      large
      busy={again.is === "pending"}
      disabled={again.offer === "soon"}
      onClick={again.ask}
    >
      {again.is !== "pending" && <Icon name="again" />}
      {t("action.askAgain")}
    </Button>
  );
}

/** How often it can be asked for: limits are said before somebody meets them. */
export function AskAgainNote({ again, atDoor }: { again: AskAgainState; atDoor: boolean }) {
  const { t } = useTranslation("call");
  if (again.is === "refused") {
    return (
      <p className="error error--world" role="alert">
        <Icon name="alert" />
        {again.message ?? t("error.askAgain")}
      </p>
    );
  }
  if (again.offer === "none") return null;
  return <p className="note muted">{t(atDoor ? "door.askEvery" : "door.askAfterEnd")}</p>;
}
