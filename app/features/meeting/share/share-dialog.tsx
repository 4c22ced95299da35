import { type ComponentType, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import type { Clip } from "#app/contracts/meeting/clip.ts";
import type { ShareState } from "#app/contracts/meeting/share.ts";
import type { VisibilityAnswer } from "#app/contracts/teams.ts";
import { SHARE_UNDO_MS } from "#app/domain/limits/teams.ts";
import { ClipList, readClips } from "#app/features/meeting/clips/clip-list.tsx";
import { Downloads } from "#app/features/meeting/share/downloads.tsx";
import { callShares, type ShareCall } from "#app/features/meeting/share/share-calls.ts";
import { LinkLine, LinkUntil } from "#app/features/meeting/share/share-link.tsx";
import { ShownParts } from "#app/features/meeting/share/shown-parts.tsx";
import { readVisibleTo, VisibleTo } from "#app/features/meeting/share/visible-to.tsx";
import { type Sharing, useShare } from "#app/features/meeting/share/use-share.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { NoteRoom, Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast.tsx";

export type ShareDialogProps = Pick<MeetingHead, "meetId" | "pdf"> & { onClose: () => void };

/**
 * The dialog, once it is known how the meeting is shared and who can open it, or that it cannot be told: nothing in it moves later. Without a
 * network it fails, also where the browser still has the script: every part of the dialog would say that it could not be read.
 */
export async function openShare(meetId: string): Promise<ComponentType<ShareDialogProps>> {
  const [first, visibleTo, clips] = await Promise.all([
    callShares(meetId, { type: "read" }),
    readVisibleTo(meetId),
    readClips(meetId),
  ]);
  if (first === null && !navigator.onLine) throw new Error("there is no network");
  return (props) => <ShareDialog {...props} {...{ first, visibleTo, clips }} />;
}

type Said = "renewed" | "revoked" | "restored" | null;

/** The one link of a meeting: made, copied, limited, renewed and withdrawn. What is changed holds at once. */
type Known = { first: ShareState | null; visibleTo: VisibilityAnswer | null; clips: readonly Clip[] | null };

function ShareDialog({ meetId, pdf, onClose, first, visibleTo, clips }: ShareDialogProps & Known) {
  const { t } = useTranslation("sharing");
  const sharing = useShare(meetId, first);
  const [said, say] = useState<Said>(null);
  const undo = useUndo();
  const toast = useToast();
  // Too late, or another link was made meanwhile.
  const isLost = said === "restored" && !sharing.state?.link;
  const close = () => {
    onClose();
    if (!undo.isOffered) return;
    // The rest of the time in which the revocation can be undone.
    const restore = async () => {
      const after = await callShares(meetId, { type: "restore" });
      toast(after?.link ? "done" : "error", t(after?.link ? "restored" : "notRestored"));
    };
    toast("done", t("revoked"), { label: t("undo"), run: () => void restore() });
  };
  return (
    <Dialog
      open
      title={t("title")}
      onClose={close}
      closeOnScrim
      footer={
        <>
          <NoteRoom small room={[t("saved"), t("renewed"), t("revoked"), t("restored"), t("failed")]}>
            {sharing.failed && sharing.state ? (
              <p className="error error--world" role="alert">
                <Icon name="alert" />
                <span>{t("failed")}</span>
              </p>
            ) : (
              <p className="hint" role="status">
                {said === null ? sharing.state?.link && t("saved") : t(isLost ? "notRestored" : said)}
              </p>
            )}
          </NoteRoom>
          <Button kind="quiet" large onClick={close}>
            {t("done")}
          </Button>
        </>
      }
    >
      <div className="body">
        <Link sharing={sharing} say={say} undo={undo} />
        <VisibleTo meetId={meetId} answer={visibleTo} />
        <ClipList meetId={meetId} first={clips} />
        <Downloads meetId={meetId} pdf={pdf} />
      </div>
    </Dialog>
  );
}

type Undo = { isOffered: boolean; offer: () => void; withdraw: () => void };

/** Whether a revocation can still be undone. */
function useUndo(): Undo {
  const [offeredAt, setOffered] = useState<number | null>(null);
  useEffect(() => {
    if (offeredAt === null) return;
    const timer = setTimeout(() => setOffered(null), SHARE_UNDO_MS);
    return () => clearTimeout(timer);
  }, [offeredAt]);
  return { isOffered: offeredAt !== null, offer: () => setOffered(Date.now()), withdraw: () => setOffered(null) };
}

function Link({ sharing, say, undo }: { sharing: Sharing; say: (said: Said) => void; undo: Undo }) {
  const { t } = useTranslation("sharing");
  const noteId = useId();
  const room = useRef<HTMLDivElement>(null);
  const [height, keepHeight] = useState(0);
  const { state, busy, ask } = sharing;
  if (!state) return <Notice role="alert">{t("failed")}</Notice>;
  if (!state.link) {
    const create = () => {
      say(null);
      undo.withdraw();
      void ask({ type: "create" });
    };
    const restore = async () => {
      say(null);
      undo.withdraw();
      if (await ask({ type: "restore" })) say("restored");
    };
    return (
      // A link that is withdrawn leaves its room: nothing below it moves when the answer comes. A height of zero would let it shrink in a long dialog.
      <div className="stack share-link--none" style={height > 0 ? { minHeight: height } : undefined}>
        <p>{t("none")}</p>
        <p className="row row--wrap">
          <Button kind="primary" large onClick={create} ref={height > 0 ? takeFocus : null}>
            {t("create")}
          </Button>
          {/* Here and not in a toast: beside a modal dialog nothing can be pressed. */}
          {undo.isOffered && (
            <Button large onClick={() => void restore()}>
              {t("undo")}
            </Button>
          )}
        </p>
      </div>
    );
  }
  const turn = async (type: "renew" | "revoke") => {
    say(null);
    keepHeight(room.current?.offsetHeight ?? 0);
    if (!(await ask({ type }))) return;
    say(type === "renew" ? "renewed" : "revoked");
    if (type === "revoke") undo.offer();
  };
  return (
    <div className="share-link" ref={room}>
      <LinkLine link={state.link} />
      <ShownParts link={state.link} change={(change) => void ask({ type: "change", change })} />
      <div className="two">
        <LinkUntil
          expiresAt={state.link.expiresAt}
          change={(expiresAt) => void ask({ type: "change", change: { expiresAt } })}
        />
        <LinkItself busy={busy} noteId={noteId} turn={(type) => void turn(type)} />
        <p className="full hint" id={noteId}>
          {t("renewNote")}
        </p>
      </div>
    </div>
  );
}

/** The button that was pressed is gone with its link: the keyboard goes on here. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

type Props = { busy: ShareCall["type"] | null; noteId: string; turn: (type: "renew" | "revoke") => void };

/** Another address, or none any more. */
function LinkItself({ busy, noteId, turn }: Props) {
  const { t } = useTranslation("sharing");
  return (
    <div className="field" role="group" aria-label={t("itself")}>
      <span className="label">{t("itself")}</span>
      <div className="row row--wrap">
        <Button still large busy={busy === "renew"} aria-describedby={noteId} onClick={() => turn("renew")}>
          {t("renew")}
        </Button>
        <Button
          kind="danger-line"
          still
          large
          busy={busy === "revoke"}
          aria-describedby={noteId}
          onClick={() => turn("revoke")}
        >
          {t("revoke")}
        </Button>
      </div>
    </div>
  );
}
