import { useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { mergeMeetings, readMergeChoices, unmergeMeeting } from "#app/contracts/endpoints/merges.ts";
import type { Mergeable, MergeChoices } from "#app/contracts/merges.ts";
import { MERGE_GAP_MS_MAX } from "#app/domain/limits/minutes.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { formatDateTime, formatDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

export type MergeDialogProps = {
  meetId: string;
  /** The other meeting, where it was chosen in a list. */
  wanted: string | null;
  onClose: () => void;
  /** Two meetings are one now, or two again: the page of this one shows it. */
  onMerged: (meetId: string) => void;
};

/** Two recordings of one meeting: which, in which order, with which pause, and what happens then. */
export function MergeDialog({ meetId, wanted, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation(["merge", "common"]);
  const formId = useId();
  const choices = useChoices(meetId, wanted);
  const merge = useMerge(onMerged);
  const plan = usePlan(choices);
  const { pair, gapMs } = plan;
  return (
    <Dialog
      open
      title={t("title")}
      onClose={onClose}
      closable={!merge.isBusy}
      footer={
        <>
          {!merge.isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="primary" large type="submit" form={formId} busy={merge.isBusy} disabled={pair === null}>
            {t(merge.isBusy ? "pending" : "confirm")}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (pair && !merge.isBusy) void merge.run(pair[0].id, pair[1].id, gapMs);
        }}
      >
        {choices === undefined && <PartNote />}
        {(choices === null || merge.failure !== null) && <FieldError>{merge.failure ?? t("error.failed")}</FieldError>}
        {choices && !pair && <p>{t("none")}</p>}
        {choices && pair && (
          <>
            <Which others={choices.others} value={plan.otherId} onPick={plan.pick} />
            <Order pair={pair} onSwap={plan.swap} />
            <Gap gapMs={gapMs} onChange={plan.setMinutes} />
            <Consequences />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The pair in its order, and the pause between the two: by their times until somebody changes it. */
function usePlan(choices: MergeChoices | null | undefined) {
  const [picked, setPicked] = useState<string | null>(null);
  const [swapped, setSwapped] = useState(false);
  const [minutes, setMinutes] = useState<number | null>(null);
  const other = choices?.others.find(({ id }) => id === picked) ?? choices?.others[0];
  const byTime = choices && other ? inOrder(choices.meeting, other) : null;
  const pair = byTime && swapped ? ([byTime[1], byTime[0]] as const) : byTime;
  const gapMs = pair ? (minutes === null ? gapBetween(...pair) : Math.round(minutes * MINUTE_MS)) : 0;
  return {
    pair,
    gapMs,
    otherId: other?.id ?? "",
    setMinutes,
    pick: (id: string) => {
      setPicked(id);
      setMinutes(null);
    },
    swap: () => {
      setSwapped(!swapped);
      setMinutes(null);
    },
  };
}

function Gap({ gapMs, onChange }: { gapMs: number; onChange: (minutes: number) => void }) {
  const { t } = useTranslation("merge");
  return (
    <Field label={t("gap")} hint={t("gapHint")}>
      {(wiring) => (
        <input
          {...wiring}
          className="input num"
          type="number"
          inputMode="decimal"
          min={0}
          max={MERGE_GAP_MS_MAX / MINUTE_MS}
          step="any"
          required
          value={Number((gapMs / MINUTE_MS).toFixed(2))}
          onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? 0 : target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

/** Undefined while they are being read, null where they could not be. */
function useChoices(meetId: string, wanted: string | null): MergeChoices | null | undefined {
  const [choices, setChoices] = useState<MergeChoices | null>();
  useEffect(() => {
    const leave = new AbortController();
    const query = wanted === null ? {} : { query: { with: wanted } };
    const options = { params: { meetId }, timeoutMs: ANSWER_MS_MAX, signal: leave.signal, ...query };
    const read = async () => {
      const end = await callApi(readMergeChoices, options);
      if (!leave.signal.aborted) setChoices(end.ok ? end.value : null);
    };
    void read();
    return () => leave.abort();
  }, [meetId, wanted]);
  return choices;
}

/** The merge, and the toast with its way back. */
function useMerge(onMerged: MergeDialogProps["onMerged"]) {
  const { t } = useTranslation("merge");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const said = (end: { code?: string | null; message?: string | null }) =>
    end.code === "meeting-busy"
      ? t("error.busy")
      : end.code === "not-ready"
        ? t("error.notReady")
        : (end.message ?? t("error.failed"));
  const undo = async (later: string) => {
    const end = await callApi(unmergeMeeting, { params: { meetId: later } });
    if (!end.ok) return toast("error", said(end));
    toast("done", t("undone"));
    onMerged(later);
  };
  const run = async (first: string, later: string, gapMs: number) => {
    setBusy(true);
    setFailure(null);
    const end = await callApi(mergeMeetings, { params: { meetId: first }, body: { later, gapMs } });
    if (!end.ok) {
      setBusy(false);
      return setFailure(said(end));
    }
    // The dialog stays busy until the page of the whole takes its place.
    toast("done", t("done"), { label: t("undo"), run: () => void undo(later) });
    onMerged(first);
  };
  return { isBusy, failure, run };
}

function Which(props: { others: readonly Mergeable[]; value: string; onPick: (id: string) => void }) {
  const { t } = useTranslation("merge");
  const said = useSaid();
  return (
    <Field label={t("which")}>
      {(wiring) => (
        <Select {...wiring} value={props.value} onChange={({ target }) => props.onPick(target.value)}>
          {props.others.map((meeting) => (
            <option key={meeting.id} value={meeting.id}>
              {meeting.title} · {said(meeting)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Order({ pair, onSwap }: { pair: readonly [Mergeable, Mergeable]; onSwap: () => void }) {
  const { t } = useTranslation("merge");
  const said = useSaid();
  return (
    <div className="field">
      <p className="strong">{t("order")}</p>
      {pair.map((meeting, index) => (
        <p key={meeting.id}>
          <span className="num">{index + 1}.</span> {meeting.title} <span className="muted num">{said(meeting)}</span>
        </p>
      ))}
      <p>
        <Button onClick={onSwap}>
          <Icon name="again" />
          {t("swap")}
        </Button>
      </p>
    </div>
  );
}

/** When a meeting began, and how long it is. */
function useSaid(): (meeting: Mergeable) => string {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return ({ startsAt, durationMs }) =>
    [formatDateTime(startsAt, locale, timeZone), durationMs === null ? "" : formatDuration(durationMs, locale)]
      .filter(Boolean)
      .join(", ");
}

function Consequences() {
  const { t } = useTranslation("merge");
  return (
    <div className="field">
      <p className="strong">{t("will")}</p>
      {(["one", "minutes", "paid", "seen", "later"] as const).map((each) => (
        <p key={each} className="note">
          {t(each)}
        </p>
      ))}
    </div>
  );
}

/** Two meetings in the order of their beginnings. */
function inOrder(one: Mergeable, other: Mergeable): readonly [first: Mergeable, later: Mergeable] {
  return other.startsAt < one.startsAt ? [other, one] : [one, other];
}

/** The pause between two meetings by their times of day, in ms; 0 where one begins before the other has ended. */
function gapBetween(first: Mergeable, later: Mergeable): number {
  const gapMs = later.startsAt - first.startsAt - (first.durationMs ?? 0);
  return Math.min(Math.max(0, gapMs), MERGE_GAP_MS_MAX);
}
