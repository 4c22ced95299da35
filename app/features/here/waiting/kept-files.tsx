import { useState } from "react";
import { formatMoment } from "#app/domain/time.ts";
import { unsentNotes } from "#app/features/here/spool/recording-about.ts";
import { type KeptPart, keptParts, readKeptPart } from "#app/features/here/spool/kept-parts.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Props = { spool: Pick<RecordingSpool, "about" | "waiting" | "read" | "header"> };

/** The part of a recording that the server does not take: its sound as files to download, and its notes to read. */
export function KeptFiles({ spool }: Props) {
  const { t } = useTranslation("recordHere");
  const notes = unsentNotes(spool.about());
  return (
    <>
      <KeptSound spool={spool} />
      {notes.length > 0 && (
        <>
          <p>{t("kept.notes")}</p>
          <ul>
            {notes.map(({ id, atMs, text }) => (
              <li key={id}>
                {formatMoment(atMs)} {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The sound alone: while it is recorded, its notes are still on their way. */
export function KeptSound({ spool }: Props) {
  const { t } = useTranslation("recordHere");
  const [hasFailed, setFailed] = useState(false);
  const save = async (part: KeptPart) => {
    try {
      saveFile(await readKeptPart(spool, part), fileName(spool.about().title, part));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <div className="actions">
        {keptParts(spool.waiting()).map((part) => (
          <Button key={`${part.track}-${part.segment}`} large onClick={() => void save(part)}>
            {t(`kept.download.${part.track}`, { from: formatMoment(part.startMs), to: formatMoment(part.endMs) })}
          </Button>
        ))}
      </div>
      {hasFailed && <FieldError>{t("kept.failed")}</FieldError>}
    </>
  );
}

/** "Call-with-Jonas-0-12-microphone.mp4": what no system takes in a name is left out. */
function fileName(title: string, { track, startMs }: KeptPart): string {
  const words = `${title} ${formatMoment(startMs)} ${track === "mix" ? "" : track}`;
  return `${words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.mp4`;
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

const REVOKE_MS = 60_000;
