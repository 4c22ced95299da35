import { escapeXml } from "#app/server/exports/escape-xml.ts";
import { hex, type PdfFile, type Ref } from "#app/server/pdf/pdf-file.ts";

/** Metadata for a PDF reader's title bar, search engines and PDF/UA checkers: the same facts in XMP and the old dictionary. */
export async function describe(
  file: PdfFile,
  { title, locale, writtenAt }: { title: string; locale: string; writtenAt: number },
): Promise<{ metadata: Ref; info: Ref }> {
  const stamp = new Date(writtenAt).toISOString().slice(0, 19);
  const date = `D:${stamp.replace(/[-:T]/gu, "")}Z`;
  const info = file.add(`<</Title ${hex(title)}/Creator(Acta)/Producer(Acta)/CreationDate(${date})/ModDate(${date})>>`);
  const xmp = new TextEncoder().encode(packet({ title, locale, stamp: `${stamp}Z` }));
  // Plain, so that programs which do not know PDF find it.
  return { metadata: await file.addStream("/Type/Metadata/Subtype/XML", xmp, { plain: true }), info };
}

function packet({ title, locale, stamp }: { title: string; locale: string; stamp: string }): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${locale}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${stamp}</xmp:CreateDate>
<xmp:ModifyDate>${stamp}</xmp:ModifyDate>
<xmp:CreatorTool>Acta</xmp:CreatorTool>
<pdf:Producer>Acta</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}
