import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useCorrecting, useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { Icon } from "#app/ui/icon.tsx";

/** The words of a turn as they are read, or in boxes while they are corrected. */
export function TurnWords({ segments, children }: { segments: readonly SegmentView[]; children: ReactNode }) {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  const correcting = useCorrecting();
  const first = segments[0];
  if (actions && correcting && segments.some(({ id }) => id === correcting.segmentId)) {
    return (
      <correcting.Part
        meetId={actions.meetId}
        segments={segments}
        segmentId={correcting.segmentId}
        onDone={correcting.onDone}
      />
    );
  }
  return (
    <>
      {children}
      {actions && first && (
        // Not a stop for Tab: a thousand turns would be a wall. With the keyboard E on a segment does the same.
        <button
          className="btn btn--quiet btn--icon turn__correct"
          type="button"
          tabIndex={-1}
          aria-label={t("segment.open")}
          title={t("segment.open")}
          onClick={() => actions.correctSegment(first.id)}
        >
          <Icon name="edit" />
        </button>
      )}
    </>
  );
}

/** Beside a label that is no name. */
export function NameThisSpeaker({ name }: { name: string }) {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  if (!actions || labelNumber(name) === null) return null;
  return (
    <button
      className="btn btn--quiet small muted"
      type="button"
      tabIndex={-1}
      onClick={() => actions.nameSpeakers(name)}
    >
      {t("speakers.one")}
    </button>
  );
}
