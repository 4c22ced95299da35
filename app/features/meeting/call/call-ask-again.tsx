import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { askAgain as askAgainEndpoint } from "#app/contracts/endpoints/calls.ts";
import type { CallView } from "#app/contracts/meeting/meeting-view.ts";
import { useNow } from "#app/features/meeting/call/recording-clock.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

type Asking = { is: "idle" } | { is: "pending" } | { is: "asked" } | { is: "refused"; message: string | null };
type AskAgainState = Asking & {
  /** Not yet, now, or (any more) not at all. */
  offer: "soon" | "now" | "none";
  ask: () => void;
};

/** Whether Acta can be told to ask for admission again, and the result of the last try. */
export function useAskAgain(meetId: string, { askAgain }: CallView): AskAgainState {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<Asking>({ is: "idle" });
  const now = useNow(askAgain !== undefined);
  const isGone = askAgain === undefined || (askAgain.until !== null && now !== null && now >= askAgain.until);
  const isSoon = askAgain !== undefined && askAgain.until === null && (now === null || now < askAgain.from);
  const run = async () => {
    setAsking({ is: "pending" });
    const end = await callApi(askAgainEndpoint, { params: { meetId }, unread: true });
    setAsking(end.ok ? { is: "asked" } : { is: "refused", message: end.message });
    // The socket sends the same change sooner; this is for a page whose socket is down.
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

/** In the lobby it stands between the link and the leave button; while Acta is on its way to the lobby it says so. */
export function AskAgainButton({ again, ink }: { again: AskAgainState; ink: boolean }) {
  const { t } = useTranslation("call");
  if (again.offer === "none") {
    if (again.is !== "asked") return null;
    return (
      <output className="btn btn--line btn--l">
        <Spinner />
        {t("lobby.asking")}
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

/** States how often the request can be repeated, so that users know the limit before they reach it. */
export function AskAgainNote({ again, inLobby }: { again: AskAgainState; inLobby: boolean }) {
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
  return <p className="note muted">{t(inLobby ? "lobby.askEvery" : "lobby.askAfterEnd")}</p>;
}
