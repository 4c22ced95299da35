import { Link, useRevalidator } from "@remix-run/react";
import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedTemplate, TemplateUsage } from "#app/contracts/template/template-answers.ts";
import { pathId } from "#app/domain/template/template.ts";
import { type ActionFailure, isUsed, switchAll } from "#app/features/templates/template-calls.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  id: string;
  name: string;
  usage: TemplateUsage;
  others: readonly ListedTemplate[];
  onUsage: (usage: TemplateUsage) => void;
  /** It is used nowhere any more. */
  onFree: () => void;
  onClose: () => void;
  onDuplicate: () => void;
};

/** Meetings that a place names; the others are counted. */
const NAMED = 3;

/** §2: 'Template in use'. Each place with its way there, and a way to give all of them another template. */
export function TemplateInUse({ id, name, usage, others, onUsage, onFree, onClose, onDuplicate }: Props) {
  const { t } = useTranslation(["templates", "common"]);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [to, setTo] = useState<string | null>(null);
  const [isSwitching, setSwitching] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const { meetings, planned, calendars, isDefault, isDefaultOfOthers } = usage;
  const places = [meetings > 0, planned > 0, calendars > 0, isDefault, isDefaultOfOthers].filter(Boolean).length;
  const change = async () => {
    setSwitching(true);
    setFailure(null);
    const end = await switchAll(id, to);
    setSwitching(false);
    if (!end.ok) return setFailure(end.failure);
    revalidate();
    onUsage(end.value);
    if (isUsed(end.value)) return setFailure("switch");
    toast("done", t("done.switched"));
    onFree();
  };
  return (
    <Dialog
      open
      title={t("inUse.title")}
      onClose={onClose}
      closable={!isSwitching}
      footer={
        <>
          <Button kind="quiet" large onClick={onDuplicate}>
            {t("inUse.duplicate")}
          </Button>
          <Button kind="primary" large disabled={isSwitching} onClick={onClose}>
            {t("common:action.close")}
          </Button>
        </>
      }
    >
      <div className="body stack">
        <p>{t("inUse.text", { name, count: places })}</p>
        <UsedPlaces id={id} usage={usage} />
        <SwitchTo others={others} to={to} isSwitching={isSwitching} onTo={setTo} onSwitch={() => void change()} />
        {failure !== null && <FieldError>{failure === "loading" ? t("failed") : t(`error.${failure}`)}</FieldError>}
      </div>
    </Dialog>
  );
}

/** The places that use the template, each with its way there. */
function UsedPlaces({ id, usage }: { id: string; usage: TemplateUsage }) {
  const { t } = useTranslation("templates");
  const { meetings, planned, calendars, isDefault, isDefaultOfOthers } = usage;
  return (
    <ul className="entries">
      {meetings > 0 && (
        <Place
          title={t("inUse.meetings")}
          text={t("inUse.meetingCount", { count: meetings })}
          named={usage.listedMeetings}
          to={`/history?template=${pathId(id)}`}
        />
      )}
      {planned > 0 && (
        <Place
          title={t("inUse.events")}
          text={t("inUse.eventCount", { count: planned })}
          named={usage.listedPlanned}
          to={`/history?template=${pathId(id)}&group=initiating`}
        />
      )}
      {calendars > 0 && (
        <li className="entry">
          <div>
            <p className="strong">{t("inUse.calendars")}</p>
            <p className="note muted">{t("inUse.calendarCount", { count: calendars })}</p>
            <ul className="note">
              {usage.listedCalendars.slice(0, NAMED).map((calendar) => (
                <li key={calendar.id}>{calendar.name}</li>
              ))}
            </ul>
          </div>
          <Link
            className={buttonClass("line")}
            to="/settings#calendars"
            aria-label={t("inUse.showLabel", { what: t("inUse.calendars") })}
          >
            {t("inUse.show")}
          </Link>
        </li>
      )}
      {(isDefault || isDefaultOfOthers) && (
        <li className="entry">
          <div>
            <p className="strong">{t("inUse.default")}</p>
            {isDefault && <p className="note muted">{t("inUse.ofAccount")}</p>}
            {isDefaultOfOthers && <p className="note muted">{t("inUse.ofMembers")}</p>}
          </div>
          {isDefault && (
            <Link className={buttonClass("line")} to="/settings#template" aria-label={t("inUse.changeLabel")}>
              {t("inUse.change")}
            </Link>
          )}
        </li>
      )}
    </ul>
  );
}

type SwitchProps = {
  others: readonly ListedTemplate[];
  to: string | null;
  isSwitching: boolean;
  onTo: (to: string | null) => void;
  onSwitch: () => void;
};

/** Gives all places another template. */
function SwitchTo({ others, to, isSwitching, onTo, onSwitch }: SwitchProps) {
  const { t } = useTranslation("templates");
  const { nameOf } = useTemplateNames();
  const selectId = useId();
  return (
    <div className="field">
      <label htmlFor={selectId}>{t("inUse.switchTo")}</label>
      <div className="linkline">
        <Select id={selectId} className="grow" value={to ?? ""} onChange={({ target }) => onTo(target.value || null)}>
          {others.map((other) => (
            <option key={other.id ?? ""} value={other.id ?? ""}>
              {nameOf(other)}
            </option>
          ))}
        </Select>
        <Button busy={isSwitching} onClick={onSwitch}>
          {t(isSwitching ? "inUse.switching" : "inUse.switch")}
        </Button>
      </div>
    </div>
  );
}

type PlaceProps = { title: string; text: string; named: TemplateUsage["listedMeetings"]; to: string };

function Place({ title, text, named, to }: PlaceProps) {
  const { t } = useTranslation("templates");
  return (
    <li className="entry">
      <div>
        <p className="strong">{title}</p>
        <p className="note muted">{text}</p>
        <ul className="note">
          {named.slice(0, NAMED).map((meeting) => (
            <li key={meeting.id}>
              <Link to={`/${meeting.id}`}>{meeting.title}</Link>,{" "}
              <LocalTime at={meeting.startsAt} format="short-date" />
            </li>
          ))}
        </ul>
      </div>
      <Link className={buttonClass("line")} to={to} aria-label={t("inUse.showLabel", { what: title })}>
        {t("inUse.show")}
      </Link>
    </li>
  );
}
