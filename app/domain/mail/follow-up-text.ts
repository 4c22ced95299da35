import { MAILTO_CHARS_MAX } from "#app/domain/limits/mail.ts";

/** The text of a follow-up, as Acta and a person's own mail program take it. */

/** Whether a text carries an address of a page: mails of ours must not lead a stranger anywhere. Bare names such as "acta.example" are words. */
export function hasLink(text: string): boolean {
  return /:\/\/|\bwww\./i.test(text);
}

/**
 * The address that opens a mail program with the follow-up, of MAILTO_CHARS_MAX characters at most (RFC 6068). `cut`: the text was too long, and
 * ends after a whole line; or already the people were too many, and all are left out, so that nobody is without anybody knowing.
 */
export function mailtoOf(mail: { to: readonly string[]; subject: string; text: string }): {
  url: string;
  cut: "text" | "people" | null;
} {
  const lines = mail.text.split("\n");
  const beginOf = (to: readonly string[]) =>
    `mailto:${to.map(encodeURIComponent).join(",")}?subject=${encodeURIComponent(mail.subject)}&body=`;
  const bodyOf = (count: number) =>
    encodeURIComponent([...lines.slice(0, count), ...(count < lines.length ? ["…"] : [])].join("\r\n"));
  const hasRoom = beginOf(mail.to).length + bodyOf(0).length <= MAILTO_CHARS_MAX;
  const begin = beginOf(hasRoom ? mail.to : []);
  let count = lines.length;
  while (count > 0 && begin.length + bodyOf(count).length > MAILTO_CHARS_MAX) count -= 1;
  return { url: begin + bodyOf(count), cut: hasRoom ? (count < lines.length ? "text" : null) : "people" };
}
