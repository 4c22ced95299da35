import { hex, type PdfFile, type Ref } from "#app/server/exports/pdf/pdf-file.ts";

/**
 * The structure tree of the document (PDF/UA): every piece of text on a page belongs to one element of it, and content without an
 * element is decoration. The reading order is that of the tree, independent of positions on the page.
 */
export type Tag =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "L"
  | "LI"
  | "LBody"
  | "Span"
  | "Strong"
  | "Link"
  | "Table"
  | "THead"
  | "TBody"
  | "TR"
  | "TH"
  | "TD";

/** A place in an element that text on pages fills; the page and the number of each piece are known once it is drawn. */
export type Slot = { kind: "slot"; element: Element; marks: { page: number; id: number }[] };
type Annotation = { kind: "annotation"; page: number; ref: Ref };
export type Element = { kind: "element"; tag: Tag; kids: (Element | Slot | Annotation)[] };

export function element(tag: Tag, parent?: Element): Element {
  const made: Element = { kind: "element", tag, kids: [] };
  parent?.kids.push(made);
  return made;
}

export function slot(parent: Element): Slot {
  const made: Slot = { kind: "slot", element: parent, marks: [] };
  parent.kids.push(made);
  return made;
}

/** Attributes that tags need. Lists have no numbers and no bullets, because times stand in their place. */
const ATTRIBUTES: Partial<Record<Tag, string>> = {
  TH: "/A<</O/Table/Scope/Column>>",
  L: "/A<</O/List/ListNumbering/None>>",
};
/** Not a tag of PDF 1.7, so it is said which one it is. */
const ROLE_MAP = "/RoleMap<</Strong/Span>>";

/** Writes the tree; answers its root. `structParents[page]` and the keys of annotations are what the pages carry. */
export function writeStructure(
  file: PdfFile,
  root: Element,
  input: { pages: readonly Ref[]; annotationKeys: ReadonlyMap<Ref, number> },
): Ref {
  const treeRef = file.reserve();
  const parents = new Map<number, Ref[]>();
  const annotationParents = new Map<number, Ref>();
  const write = (one: Element, parent: Ref): Ref => {
    const ref = file.reserve();
    const home = firstPage(one);
    const kids = one.kids.flatMap((kid): string[] => {
      switch (kid.kind) {
        case "element":
          return [write(kid, ref)];
        case "slot":
          return kid.marks.map(({ page, id }) => {
            const row = parents.get(page) ?? [];
            row[id] = ref;
            parents.set(page, row);
            return page === home ? String(id) : `<</Type/MCR/Pg ${input.pages[page]}/MCID ${id}>>`;
          });
        case "annotation": {
          const key = input.annotationKeys.get(kid.ref);
          if (key !== undefined) annotationParents.set(key, ref);
          return [`<</Type/OBJR/Obj ${kid.ref}/Pg ${input.pages[kid.page]}>>`];
        }
      }
    });
    const page = home === null ? "" : `/Pg ${input.pages[home]}`;
    const attributes = ATTRIBUTES[one.tag] ?? "";
    return file.set(ref, `<</Type/StructElem/S/${one.tag}/P ${parent}${page}${attributes}/K[${kids.join(" ")}]>>`);
  };
  const documentRef = write(root, treeRef);
  const rows = [
    ...[...parents].sort(([a], [b]) => a - b).map(([page, refs]) => [page, `[${refs.join(" ")}]`]),
    ...[...annotationParents].sort(([a], [b]) => a - b).map(([key, ref]) => [key, ref]),
  ];
  const nums = rows.map(([key, value]) => `${key} ${value}`).join(" ");
  const nextKey = input.pages.length + input.annotationKeys.size;
  file.set(
    treeRef,
    `<</Type/StructTreeRoot/K[${documentRef}]/ParentTree<</Nums[${nums}]>>/ParentTreeNextKey ${nextKey}${ROLE_MAP}>>`,
  );
  return treeRef;
}

/** The page on which an element's own text begins; null where it only has elements. */
function firstPage(one: Element): number | null {
  for (const kid of one.kids) if (kid.kind === "slot" && kid.marks[0]) return kid.marks[0].page;
  return null;
}

/** The titles of the parts, for a reader's sidebar. */
export function writeOutline(file: PdfFile, entries: readonly { title: string; page: Ref; top: number }[]): Ref | null {
  if (entries.length === 0) return null;
  const outlines = file.reserve();
  const refs = entries.map(() => file.reserve());
  for (const [index, { title, page, top }] of entries.entries()) {
    const [before, after] = [refs[index - 1], refs[index + 1]];
    const links = `${before ? `/Prev ${before}` : ""}${after ? `/Next ${after}` : ""}`;
    const ref = refs[index];
    if (ref) {
      file.set(
        ref,
        `<</Title ${hex(title)}/Parent ${outlines}${links}/Dest[${page} /XYZ null ${Math.round(top)} null]>>`,
      );
    }
  }
  return file.set(outlines, `<</Type/Outlines/First ${refs[0]}/Last ${refs.at(-1)}/Count ${refs.length}>>`);
}
