import { MAILTO_CHARS_MAX } from "#app/domain/limits/mail.ts";

/** The text of a follow-up, as Acta and a person's own mail program take it. */

/** Whether a text carries an address of a page: mails of ours must not lead a stranger anywhere. Bare names such as "acta.example" are words. */
export function hasLink(text: string): boolean {
  return /:\/\/|\bwww\./i.test(text);
}

/**
 * The address that opens a mail program with the follow-up, of MAILTO_CHARS_MAX characters at most (RFC 6068). `isCut`: the text was too long, and
 * ends after a whole line.
 */
export function mailtoOf(mail: { to: readonly string[]; subject: string; text: string }): {
  url: string;
  isCut: boolean;
} {
  const lines = mail.text.split("\n");
  const begin = `mailto:${mail.to.map(encodeURIComponent).join(",")}?subject=${encodeURIComponent(mail.subject)}&body=`;
  const bodyOf = (count: number) =>
    encodeURIComponent([...lines.slice(0, count), ...(count < lines.length ? ["…"] : [])].join("\r\n"));
  let count = lines.length;
  while (count > 0 && begin.length + bodyOf(count).length > MAILTO_CHARS_MAX) count -= 1;
  return { url: begin + bodyOf(count), isCut: count < lines.length };
}
