import { useEffect, useState } from "react";

/**
 * Takes files that are dropped anywhere in the window, and tells whether some are over it. A file dropped beside the zone is meant for it; the
 * browser would leave the page and open it. `onFiles` and `read` are the same functions from render to render.
 */
export function useDropAnywhere<Files>(
  onFiles: (files: Files) => void,
  read: (dropped: DataTransfer) => Files | Promise<Files>,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(false);
      const files = read(event.dataTransfer);
      if (files instanceof Promise) void files.then(onFiles);
      else onFiles(files);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [onFiles, read]);
  return isOver;
}

/** The files of a drop themselves. */
export const filesOf = (dropped: DataTransfer): readonly File[] => [...dropped.files];
