import { type CSSProperties, Fragment, type ReactNode } from "react";
import { assertNever } from "#app/domain/invariant.ts";
import type { MailBlock, MailDocument, MailLink } from "#app/mail/mail-document.ts";

/**
 * A mail's HTML. Mail programs know little of HTML: tables hold the layout, every style stands at its element (some programs drop style
 * elements), and the style element only adds the dark colours. Nothing is fetched: no image, no font. Colours are those of the design's
 * tokens as sRGB, because mail programs know no oklch().
 */
const LIGHT = {
  paper: "#fcfaf7",
  raised: "#fffefd",
  ink: "#201a15",
  muted: "#5c554e",
  hairline: "#dfdcd6",
  proof: "#264ec0",
};
const DARK = {
  paper: "#141210",
  raised: "#1e1b18",
  ink: "#e9e6e0",
  muted: "#ada9a2",
  hairline: "#34312d",
  proof: "#96b3ff",
};

const DARK_STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:${DARK.paper}!important}
.sheet{background-color:${DARK.raised}!important;border-color:${DARK.hairline}!important}
.ink{color:${DARK.ink}!important}
.muted{color:${DARK.muted}!important}
.proof{color:${DARK.proof}!important}
.button{background-color:${DARK.ink}!important;color:${DARK.paper}!important}
}`;

const SANS = "Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "'Source Serif 4',Georgia,'Times New Roman',serif";

const text: CSSProperties = { margin: "0 0 16px", font: `16px/1.5 ${SANS}`, color: LIGHT.ink };
const heading: CSSProperties = { margin: "0 0 8px", font: `600 24px/1.3 ${SERIF}`, color: LIGHT.ink };
const section: CSSProperties = { margin: "24px 0 8px", font: `600 16px/1.4 ${SANS}`, color: LIGHT.ink };
const muted: CSSProperties = { margin: "0 0 16px", font: `14px/1.5 ${SANS}`, color: LIGHT.muted };
const link: CSSProperties = { color: LIGHT.proof, textDecoration: "underline" };
const list: CSSProperties = { margin: "0 0 16px", padding: "0 0 0 20px" };
const item: CSSProperties = { ...text, margin: "0 0 8px" };
const button: CSSProperties = {
  display: "inline-block",
  padding: "10px 20px",
  borderRadius: "6px",
  font: `600 16px/1.25 ${SANS}`,
  backgroundColor: LIGHT.ink,
  color: LIGHT.paper,
  textDecoration: "none",
};
/** Shown beside the subject in a list of mails, and nowhere in the mail. */
const preview: CSSProperties = { display: "none", maxHeight: 0, overflow: "hidden", opacity: 0 };

export function MailPage({ mail, locale }: { mail: MailDocument; locale: string }) {
  const { subject, about, blocks, why, unsubscribe, settings } = mail;
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK_STYLES }} />
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: LIGHT.paper }}>
        <div style={preview}>{previewOf(mail)}</div>
        <Layout className="paper" style={{ backgroundColor: LIGHT.paper }} padding="24px 12px">
          <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ maxWidth: "600px" }}>
            <tbody>
              <tr>
                <td
                  className="sheet"
                  style={{
                    padding: "32px 24px",
                    backgroundColor: LIGHT.raised,
                    border: `1px solid ${LIGHT.hairline}`,
                    borderRadius: "8px",
                    textAlign: "left",
                    // A title may be one long word, which would make the mail wider than a telephone.
                    wordBreak: "break-word",
                  }}
                >
                  <h1 className="ink" style={heading}>
                    {mail.heading}
                  </h1>
                  {about !== null && (
                    <p className="muted" style={muted}>
                      {about}
                    </p>
                  )}
                  {blocks.map((block, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- rendered once
                    <Block key={index} block={block} />
                  ))}
                </td>
              </tr>
              <tr>
                <td style={{ padding: "16px 24px", textAlign: "left" }}>
                  <p className="muted" style={muted}>
                    {why} <FooterLinks links={[unsubscribe, settings]} />
                  </p>
                </td>
              </tr>
            </tbody>
          </table>
        </Layout>
      </body>
    </html>
  );
}

/** A table as wide as the window, which centres what is in it. */
function Layout(props: { className: string; style: CSSProperties; padding: string; children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={props.className}
      style={props.style}
    >
      <tbody>
        <tr>
          <td align="center" style={{ padding: props.padding }}>
            {props.children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Block({ block }: { block: MailBlock }) {
  switch (block.type) {
    case "text":
      return (
        <p className="ink" style={text}>
          {block.text}
        </p>
      );
    case "written":
      return <Written words={block.text} />;
    case "quotes":
      return (
        <>
          <SectionTitle>{block.title}</SectionTitle>
          <ul style={list}>
            {block.lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rendered once, and two lines may say the same
              <li key={index} className="ink" style={item}>
                {line.text} {line.moment && <Link to={line.moment} />}
              </li>
            ))}
          </ul>
        </>
      );
    case "steps":
      return (
        <>
          <SectionTitle>{block.title}</SectionTitle>
          <ol style={list}>
            {block.steps.map((step) => (
              <li key={step} className="ink" style={item}>
                {step}
              </li>
            ))}
          </ol>
        </>
      );
    case "list":
      return (
        <>
          {block.title !== undefined && <SectionTitle>{block.title}</SectionTitle>}
          <ul style={list}>
            {block.items.map(({ link: to, detail }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rendered once, and two tasks may lead to one moment
              <li key={index} className="ink" style={item}>
                <Link to={to} />, {detail}
              </li>
            ))}
          </ul>
        </>
      );
    case "button":
      return (
        <p style={{ ...text, margin: "24px 0 16px" }}>
          <a className="button" href={block.link.url} style={button}>
            {block.link.text}
          </a>
        </p>
      );
    case "link":
      return (
        <p className="ink" style={text}>
          <Link to={block.link} />
        </p>
      );
    default:
      return assertNever(block);
  }
}

/** Paragraphs with line breaks as elements: some programs know no `white-space`. */
function Written({ words }: { words: string }) {
  return (
    <>
      {words.split(/\n{2,}/).map((paragraph, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rendered once
        <p key={place} className="ink" style={text}>
          {paragraph.split("\n").map((line, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rendered once
            <Fragment key={row}>
              {row > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </>
  );
}

function SectionTitle({ children }: { children: string }) {
  return (
    <h2 className="ink" style={section}>
      {children}
    </h2>
  );
}

function Link({ to }: { to: MailLink }) {
  return (
    <a className="proof" href={to.url} style={link}>
      {to.text}
    </a>
  );
}

function FooterLinks({ links }: { links: readonly (MailLink | null)[] }) {
  const shown = links.filter((each) => each !== null);
  return (
    <>
      {shown.map((to, index) => (
        <span key={to.url}>
          {index > 0 && " · "}
          <Link to={to} />
        </span>
      ))}
    </>
  );
}

/** Programs show a line; what is hidden in the mail stays short. */
const PREVIEW_CHARS_MAX = 300;

/** The first words of the mail: of the minutes, where there are any. */
function previewOf({ blocks, heading: title }: MailDocument): string {
  for (const block of blocks) {
    if (block.type === "text" || block.type === "written") return block.text.slice(0, PREVIEW_CHARS_MAX);
    if (block.type === "quotes") return block.lines[0]?.text ?? title;
  }
  return title;
}
