/**
 * A PDF as pdf.js reads it, independently of our own writer: its tagged text, its tree, its links, and the objections of a PDF/UA-1
 * checker, as far as a program can find them in these.
 */
type Node = { role?: string; type?: string; id?: string; children?: Node[] };
type TextItem = { str?: string; type?: string; id?: string; tag?: string; hasEOL?: boolean };

export type ReadPdf = {
  pages: number;
  title: string | undefined;
  language: string | undefined;
  /** The tree as lines of role and text, as "H1 Title"; elements that hold elements have only their role. */
  outline: string[];
  links: { url: string; says: string }[];
  /** Empty if the PDF has no faults. */
  objections: string[];
};

/** Replaces the drawing classes of a browser. */
function Unused() {}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // pdf.js needs classes for drawing, although it only reads here.
  for (const name of ["DOMMatrix", "ImageData", "Path2D"])
    Reflect.set(globalThis, name, Reflect.get(globalThis, name) ?? Unused);
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const { info, metadata } = await pdf.getMetadata();
  const facts = info as { Title?: string; Language?: string };
  const read: ReadPdf = {
    pages: pdf.numPages,
    title: facts.Title,
    language: facts.Language,
    outline: [],
    links: [],
    objections: [],
  };
  const object = (what: string | false) => void (what !== false && read.objections.push(what));
  object((await pdf.getMarkInfo())?.["Marked"] !== true && "7.1: not marked as tagged");
  const preferences: unknown = await pdf.getViewerPreferences();
  object(JSON.stringify(preferences) !== '{"DisplayDocTitle":true}' && "7.1: the title is not displayed");
  const packet = metadata?.getRaw() ?? "";
  object(!/<pdfuaid:part>1<\/pdfuaid:part>/u.test(String(packet)) && "5: no PDF/UA identifier");
  object(!/<dc:title>/u.test(String(packet)) && "7.1: no title in the metadata");
  object(!facts.Title && "7.1: no title");
  object(!facts.Language && "7.2: no language");
  const roles: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const tree: Node = (await page.getStructTree()) ?? {};
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = textsOf(items, (what) => object(`7.1, page ${number}: ${what}`));
    const inTree = new Set<string>();
    walk(tree, (node) => {
      if (node.type === "content" && node.id !== undefined) inTree.add(node.id);
      if (node.role !== undefined) roles.push(node.role);
    });
    for (const [id, text] of texts) object(!inTree.has(id) && `7.1, page ${number}: "${text}" is not in the tree`);
    read.outline.push(...linesOf(tree, texts));
    checkTree(tree, (what) => object(`7.2, page ${number}: ${what}`));
    for (const link of await page.getAnnotations()) {
      const { id, url, contentsObj } = link as { id: string; url: string; contentsObj: { str: string } };
      object(contentsObj.str === "" && `7.18.5, page ${number}: a link without words`);
      object(!isIn(tree, "Link", id) && `7.18.5, page ${number}: a link outside a Link`);
      read.links.push({ url, says: contentsObj.str });
    }
  }
  object(roles.filter((role) => role === "H1").length !== 1 && "7.4: not one first heading");
  object(roles.find((role) => /^H\d/u.test(role)) !== "H1" && "7.4: the first heading is not the first");
  await pdf.destroy();
  return read;
}

/** The text of each piece of marked content, by id; reports text outside of marked content. */
function textsOf(items: readonly TextItem[], object: (what: string) => void): Map<string, string> {
  const texts = new Map<string, string>();
  const open: (string | null)[] = [];
  for (const { str, type, id, tag, hasEOL } of items) {
    if (type === "beginMarkedContentProps") open.push(id ?? open.at(-1) ?? null);
    else if (type === "beginMarkedContent") open.push(tag === "Artifact" ? null : (open.at(-1) ?? null));
    else if (type === "endMarkedContent") open.pop();
    if (str === undefined) continue;
    const home = open.at(-1);
    if (home === undefined && str.trim() !== "") object(`"${str}" is not marked`);
    else if (home) texts.set(home, `${texts.get(home) ?? ""}${str}${hasEOL === true ? " " : ""}`);
  }
  return texts;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const kid of node.children ?? []) walk(kid, visit);
}

function isIn(node: Node, role: string, id: string): boolean {
  const here = node.role === role && (node.children ?? []).some((kid) => kid.id === id);
  return here || (node.children ?? []).some((kid) => isIn(kid, role, id));
}

/** "H1 Title", "TH Assigned", "Table": one line an element that holds text or elements of its own. */
function linesOf(node: Node, texts: ReadonlyMap<string, string>): string[] {
  const kids = node.children ?? [];
  const own = kids.flatMap((kid) => (kid.type === "content" ? [texts.get(kid.id ?? "") ?? ""] : []));
  const says = own.join("").trim();
  const here =
    node.role === undefined || ["Root", "Document"].includes(node.role)
      ? []
      : [says === "" ? node.role : `${node.role} ${says}`];
  return [...here, ...kids.flatMap((kid) => linesOf(kid, texts))];
}

const PARENTS: Record<string, string[]> = {
  LI: ["L"],
  LBody: ["LI"],
  TR: ["THead", "TBody"],
  TH: ["TR"],
  TD: ["TR"],
  THead: ["Table"],
  TBody: ["Table"],
};

function checkTree(node: Node, object: (what: string) => void): void {
  for (const kid of node.children ?? []) {
    const wanted = PARENTS[kid.role ?? ""];
    if (wanted && !wanted.includes(node.role ?? "")) object(`${kid.role} in ${node.role}`);
    checkTree(kid, object);
  }
  if (node.role !== "Table") return;
  const widths = new Set<number>();
  walk(node, ({ role, children }) => void (role === "TR" && widths.add(children?.length ?? 0)));
  if (widths.size > 1) object(`a table with rows of ${[...widths].join(" and ")} cells`);
}
