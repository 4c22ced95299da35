import type { NewTask } from "#app/server/ports/task-service.ts";

/** The lines of a task and its link, for services that read descriptions as Markdown. */
export function markdownOf({ lines, link }: Pick<NewTask, "lines" | "link">): string {
  return [...lines.map(escapeMarkdown), `[${escapeMarkdown(link.text)}](${link.url})`].join("\n\n");
}

/** Words of a meeting are no markup. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
}
