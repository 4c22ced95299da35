/** Any text inside an element or an attribute; what XML cannot hold at all goes. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[<>&"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}
