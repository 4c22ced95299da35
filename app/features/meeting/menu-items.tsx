import { Link, useLocation } from "@remix-run/react";
import { type ComponentType, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { useGiveTranscript, wouldReplace } from "#app/features/meeting/give/give-transcript.tsx";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { formatMoment } from "#app/domain/time.ts";
import { askForClip } from "#app/features/meeting/clips/ask-clip.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";

const followUp = lazy(async () => import("#app/features/meeting/follow-up/follow-up-dialog.tsx"), ["connections"]);

/**
 * In the menu of the meeting: what needs scripts. A follow-up is written to those who were there, a transcript is added or replaced, and
 * another recording is merged.
 */
export function MenuItems({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("edit");
  const { pathname } = useLocation();
  return (
    <>
      {head.status === "SUMMARIZED" && <FollowUpItem meetId={head.meetId} />}
      <ClipItem head={head} />
      {head.takesTranscript && <GiveItem head={head} />}
      {head.status === "SUMMARIZED" && (
        <li>
          <Link to={`${pathname}?merge=${head.meetId}`} preventScrollReset>
            <Icon name="link" />
            {t("merge")}
          </Link>
        </li>
      )}
      {head.status === "SUMMARIZED" && <SplitItem meetId={head.meetId} />}
      <li>
        <Link to={`${pathname}?arrange=${head.meetId}`} preventScrollReset>
          <Icon name="list" />
          {t("arrange")}
        </Link>
      </li>
    </>
  );
}

/** At the moment of the player. */
function SplitItem({ meetId }: { meetId: string }) {
  const { t } = useTranslation("edit");
  const { pathname } = useLocation();
  const seconds = usePlayback(({ ms }) => Math.floor(ms / 1000));
  return (
    <li>
      <Link to={`${pathname}?split=${meetId}&at=${seconds * 1000}`} preventScrollReset>
        <Icon name="larger" />
        {t("split")} <span className="num muted">{formatMoment(seconds * 1000)}</span>
      </Link>
    </li>
  );
}

/** Its dialog and its words load before it opens. */
function FollowUpItem({ meetId }: { meetId: string }) {
  const { t } = useTranslation("edit");
  const { awaited, run } = useLazyActions<"follow-up">();
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const open = () =>
    run("follow-up", async () => {
      const { FollowUpDialog, readDraft } = await followUp.load();
      const first = await readDraft(meetId);
      if (!wouldDisturb())
        setOpened(() => (props: { onClose: () => void }) => (
          <FollowUpDialog {...props} meetId={meetId} first={first} />
        ));
    });
  return (
    <ActionItem
      icon="upload"
      text={t("followUp")}
      isAwaited={awaited !== null}
      onPress={open}
      dialog={Opened && <Opened onClose={() => setOpened(null)} />}
    />
  );
}

/** From the keyboard, and without selecting: the passage around the moment that is played. */
function ClipItem({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("edit");
  const player = usePlayer();
  const open = () => {
    const { ms } = player.getState();
    askForClip({ fromMs: ms, toMs: ms + CLIP_OFFERED_MS });
  };
  const hasTranscript = useMeetingFacts().segments.length > 0;
  if (!hasTranscript || isUnderway(head.status)) return null;
  return <ActionItem icon="film" text={t("clip")} isAwaited={false} onPress={open} dialog={null} />;
}
const CLIP_OFFERED_MS = 30_000;

function GiveItem({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("edit");
  const { isAwaited, open, dialog } = useGiveTranscript(head);
  return (
    <ActionItem
      icon="list"
      text={t(wouldReplace(head) ? "transcript.replace" : "transcript.add")}
      isAwaited={isAwaited}
      onPress={open}
      dialog={dialog}
    />
  );
}

type ActionItemProps = {
  icon: IconName;
  text: string;
  isAwaited: boolean;
  onPress: () => void;
  dialog: ReactNode;
};

/** Its dialog stands outside of the menu, which hides it. */
function ActionItem({ icon, text, isAwaited, onPress, dialog }: ActionItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-busy={isAwaited || undefined}
        onClick={({ currentTarget }) => {
          // The menu closes on a link by itself; the button in it would take the focus along.
          const menu = currentTarget.closest("details");
          menu?.querySelector("summary")?.focus();
          menu?.removeAttribute("open");
          onPress();
        }}
      >
        <Icon name={icon} />
        {text}
      </button>
      {createPortal(dialog, document.body)}
    </li>
  );
}
