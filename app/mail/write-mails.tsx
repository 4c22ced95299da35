import { renderToStaticMarkup } from "react-dom/server";
import { assertNever } from "#app/domain/invariant.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { describeMail } from "#app/mail/describe-mail.ts";
import { MAIL_TEXTS, type MailBlock, type MailDocument, type MailLink } from "#app/mail/mail-document.ts";
import { MailPage } from "#app/mail/mail-page.tsx";
import type { MailWriter } from "#app/server/ports/mail-writer.ts";

/** Writes mails in the four languages, as HTML and as plain text. `origin`: of the pages that they link to. */
export function mailWriter({ origin }: { origin: string }): MailWriter {
  return {
    async write(content, reader) {
      const { locale } = reader;
      const t = translator(await openI18n(locale), locale, MAIL_TEXTS);
      const mail = describeMail(content, { t, origin, reader });
      const page = renderToStaticMarkup(<MailPage mail={mail} locale={locale} />);
      return { subject: mail.subject, html: `<!doctype html>${page}`, text: textOf(mail) };
    },
  };
}

function textOf({ heading, about, blocks, why, unsubscribe, settings }: MailDocument): string {
  const footer = [why, ...[unsubscribe, settings].filter((link) => link !== null).map(linkText)];
  const parts = [heading, ...(about === null ? [] : [about]), ...blocks.map(blockText), "-- ", ...footer];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.type) {
    case "text":
    case "written":
      return block.text;
    case "quotes":
      return [block.title, ...block.lines.map(quoteText)].join("\n");
    case "steps":
      return [block.title, ...block.steps.map((step, index) => `${index + 1}. ${step}`)].join("\n");
    case "list":
      return [
        ...(block.title === undefined ? [] : [block.title]),
        ...block.items.map(({ link, detail }) => `- ${link.text}, ${detail}\n  ${link.url}`),
      ].join("\n");
    case "button":
    case "link":
      return linkText(block.link);
    default:
      return assertNever(block);
  }
}

type QuotedLine = Extract<MailBlock, { type: "quotes" }>["lines"][number];

/** Without a colon, before which French has a space. */
const linkText = ({ text, url }: MailLink) => `${text}\n${url}`;

function quoteText({ text, moment }: QuotedLine): string {
  return `- ${text}${moment === null ? "" : ` (${moment.text}, ${moment.url})`}`;
}
