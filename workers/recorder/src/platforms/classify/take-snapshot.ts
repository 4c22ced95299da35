import type { PageSnapshot, SnapshotBounds, SnapshotDialog, WantedMarks } from "./page-snapshot.ts";

/**
 * Runs INSIDE the page: it is sent there as text, so it uses nothing from outside itself. One walk through the document and
 * its open shadow roots, in document order, bounded in nodes and in time; what is left out is said by `truncated`.
 */
// oxlint-disable-next-line max-lines-per-function -- sent to the page as one text, so it cannot be cut into several.
export function takeSnapshot(asked: { bounds: SnapshotBounds; wanted: WantedMarks }): PageSnapshot {
  const { bounds, wanted } = asked;
  const deadline = performance.now() + bounds.ms;
  const snapshot: PageSnapshot = {
    url: location.href,
    title: document.title.slice(0, bounds.lineLength),
    lang: (document.documentElement.lang || "").toLowerCase(),
    lines: [],
    alerts: [],
    dialogs: [],
    controls: [],
    fields: [],
    marks: [],
    frames: [],
    truncated: false,
  };
  type Place = { faded: boolean; alert: boolean; dialog: SnapshotDialog | null; others: boolean };
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG", "CANVAS", "VIDEO", "AUDIO", "HEAD"]);
  const ROLES: Record<string, string> = { BUTTON: "button", A: "link", SUMMARY: "button", SELECT: "listbox" };
  const NAMED = new Set(["region", "toolbar", "heading", "radio", "checkbox", "switch", "menuitem", "tab", "img"]);
  const others = wanted.others.join(",");
  const ids = new Set(wanted.ids);
  let nodes = 0;
  let line = "";
  let linePlace: Place | null = null;

  const tidy = (text: string, length: number) => text.replace(/\s+/g, " ").trim().slice(0, length);
  const endLine = () => {
    const text = tidy(line, bounds.lineLength);
    const place = linePlace;
    line = "";
    linePlace = null;
    if (text === "" || place === null || place.faded || place.others) return;
    if (snapshot.lines.length + snapshot.alerts.length >= bounds.lines) {
      snapshot.truncated = true;
      return;
    }
    if (place.alert) snapshot.alerts.push(text);
    else snapshot.lines.push(text);
    if (place.dialog && !place.alert && place.dialog.lines.length < 30) place.dialog.lines.push(text);
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute("aria-labelledby");
    const by = labelledBy
      ? labelledBy
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" ")
      : "";
    const said =
      element.getAttribute("aria-label") || by || element.getAttribute("alt") || element.getAttribute("title") || "";
    return tidy(said || (element.textContent ?? "").slice(0, 2000), 160);
  };
  const sizeOf = (element: Element) => element.getBoundingClientRect();
  const seen = (element: Element, faded: boolean, style: CSSStyleDeclaration): boolean => {
    if (faded || style.visibility !== "visible") return false;
    const size = sizeOf(element);
    return size.width > 1 && size.height > 1;
  };
  const addMark = (mark: string, element: Element, shown: boolean) => {
    if (snapshot.marks.length >= bounds.marks) return;
    // The labels inside too: the lobby's own tile is told from a person's by its button for effects.
    const inside = [...element.querySelectorAll("[aria-label]")].slice(0, 10).map((each) => each.ariaLabel ?? "");
    const name = tidy([nameOf(element), ...inside].join(" "), 300);
    snapshot.marks.push({ mark, tag: element.tagName.toLowerCase(), name, shown });
  };
  const marksOf = (element: Element, shown: boolean) => {
    if (ids.has(element.id)) addMark(`#${element.id}`, element, shown);
    for (const name of wanted.present) if (element.hasAttribute(name)) addMark(name, element, shown);
    for (const [name, values] of Object.entries(wanted.valued)) {
      const value = element.getAttribute(name);
      if (value !== null && values.includes(value)) addMark(`${name}=${value}`, element, shown);
    }
    for (const name of wanted.classes) if (element.classList.contains(name)) addMark(`.${name}`, element, shown);
  };
  const fieldOf = (element: Element, shown: boolean) => {
    if (!(element instanceof HTMLInputElement) || element.type === "hidden") return;
    const label = element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.placeholder || "";
    const { type, id, name } = element;
    if (snapshot.fields.length < 50) snapshot.fields.push({ type, id, name, label: tidy(label, 160), shown });
  };
  const frameOf = (element: Element, shown: boolean) => {
    if (!(element instanceof HTMLIFrameElement) || snapshot.frames.length >= 50) return;
    const { width, height } = sizeOf(element);
    let source = "";
    try {
      const address = new URL(element.src, location.href);
      const invisible = address.searchParams.get("size") === "invisible" ? "?invisible" : "";
      source = `${address.host}${address.pathname}${invisible}`.slice(0, 200);
    } catch {
      source = "";
    }
    const title = tidy(element.title, 120);
    snapshot.frames.push({ source, title, width: Math.round(width), height: Math.round(height), shown });
  };
  const controlOf = (element: Element, role: string, shown: boolean, place: Place) => {
    const isControl = role === "button" || role === "link" || NAMED.has(role) || element.hasAttribute("aria-label");
    if (!isControl || element instanceof HTMLIFrameElement) return;
    const name = nameOf(element);
    if (name === "") return;
    if (snapshot.controls.length >= bounds.controls) snapshot.truncated = true;
    else snapshot.controls.push({ role, name, shown });
    if (role === "button" && place.dialog && shown) place.dialog.buttons.push(name);
  };
  const roleOf = (element: Element): string => {
    const role = element.getAttribute("role");
    if (role) return role.toLowerCase();
    if (/^H[1-6]$/.test(element.tagName)) return "heading";
    if (element.tagName === "INPUT" && /^(submit|button)$/.test((element as HTMLInputElement).type)) return "button";
    return ROLES[element.tagName] ?? "";
  };
  const placeOf = (element: Element, role: string, before: Place, style: CSSStyleDeclaration): Place => {
    const isDialog = /^(alert)?dialog$/.test(role) || element.tagName === "DIALOG" || element.ariaModal === "true";
    const own: Place = {
      faded: before.faded || Number(style.opacity) < 0.05,
      alert: before.alert || role === "alert" || role === "status",
      dialog: before.dialog,
      others: before.others || element.matches(others),
    };
    if (isDialog && !own.faded && snapshot.dialogs.length < 20) {
      own.dialog = { name: tidy(element.getAttribute("aria-label") ?? "", 160), lines: [], buttons: [] };
      snapshot.dialogs.push(own.dialog);
    }
    return own;
  };
  const text = (node: Node, place: Place) => {
    const parent = node.parentElement;
    if (!parent || getComputedStyle(parent).visibility !== "visible") return;
    const size = sizeOf(parent);
    // Clipped to a pixel: said to screen readers, and often left there long after it was true.
    if (getComputedStyle(parent).display !== "contents" && (size.width <= 1 || size.height <= 1)) return;
    if (linePlace && (linePlace.alert !== place.alert || linePlace.others !== place.others)) endLine();
    line += node.nodeValue ?? "";
    linePlace = place;
  };
  const walk = (node: Node, place: Place): void => {
    nodes += 1;
    if (nodes > bounds.nodes || (nodes % 64 === 0 && performance.now() > deadline)) snapshot.truncated = true;
    if (nodes > bounds.nodes || performance.now() > deadline) return;
    if (node.nodeType === Node.TEXT_NODE) {
      text(node, place);
      return;
    }
    if (!(node instanceof Element) || SKIPPED.has(node.tagName.toUpperCase())) return;
    const style = getComputedStyle(node);
    if (style.display === "none") return;
    const block = !style.display.startsWith("inline") && style.display !== "contents";
    const role = roleOf(node);
    if (block || role === "button" || node.tagName === "BR") endLine();
    const own = placeOf(node, role, place, style);
    const shown = seen(node, own.faded, style);
    marksOf(node, shown);
    fieldOf(node, shown);
    frameOf(node, shown);
    if (!own.others) controlOf(node, role, shown, own);
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    const children = node.shadowRoot?.childNodes ?? (slotted.length > 0 ? slotted : node.childNodes);
    for (const child of children) walk(child, own);
    if (block || role === "button") endLine();
  };
  if (document.body) walk(document.body, { faded: false, alert: false, dialog: null, others: false });
  endLine();
  return snapshot;
}
