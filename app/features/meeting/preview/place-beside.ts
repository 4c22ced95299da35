const MARGIN_PX = 8;

/** Under the mark where there is room, else above it; never over the window's edge. */
export function placeBeside(box: HTMLElement, mark: HTMLElement): void {
  const at = mark.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + MARGIN_PX;
  const top = below + height + MARGIN_PX <= window.innerHeight ? below : at.top - MARGIN_PX - height;
  const left = Math.min(at.left, window.innerWidth - width - MARGIN_PX);
  box.style.top = `${Math.max(MARGIN_PX, top)}px`;
  box.style.left = `${Math.max(MARGIN_PX, left)}px`;
}
