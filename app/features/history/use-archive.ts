import { useTranslation } from "#app/i18n/use-translation.ts";
import { historyCalls } from "#app/features/history/use-deletions.ts";
import { useToast } from "#app/ui/toast.tsx";

/** The folders that the reader sees, and the tags that they gave, by meeting. */
export type Order = {
  folders: readonly { id: string; name: string }[];
  tags: Readonly<Record<string, readonly string[]>>;
};

/** Archives meetings, or brings them back, with the way back in the toast. */
export function useArchive(readAgain: () => void): (meetIds: readonly string[], archived: boolean) => void {
  const { t } = useTranslation("history");
  const toast = useToast();
  const failed = () => toast("error", t("archive.failed"));
  return (meetIds, archived) => {
    const run = async () => {
      const { archiveMeetings, undoArrangement } = await historyCalls.load();
      const end = await archiveMeetings(meetIds, archived);
      if (end === null) return failed();
      const count = end.found;
      if (count === 0) return toast("error", t(archived ? "archive.planned" : "archive.failed"));
      const undo = async () => {
        if (!(await undoArrangement(end.undo))) return failed();
        toast("done", t("archive.undone"));
        readAgain();
      };
      toast("done", archived ? t("archive.done", { count }) : t("archive.back", { count }), {
        label: t("bulk.undo"),
        run: () => void undo(),
      });
      readAgain();
    };
    run().catch(failed);
  };
}
