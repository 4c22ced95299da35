// oxlint-disable unicorn/prefer-add-event-listener -- one listener each, and every letter of it is sent
// The few lines of a clip's page beside those of link-page-script.js: playing from a line, and the line that is spoken. It is read and played without them.
(() => {
  /** @param {string} query @returns {HTMLElement | null} */
  const one = (query) => document.querySelector(query);
  const media = /** @type {HTMLMediaElement | null} */ (one("video, audio"));
  if (!media) return;
  /** @type {NodeListOf<HTMLElement>} */
  const lines = document.querySelectorAll("span[data-t]");
  media.ontimeupdate = () => {
    const spoken = [...lines].findLast((line) => Number(line.dataset.t) <= media.currentTime + 0.05);
    for (const line of lines) line.classList.toggle("is-spoken", line === spoken);
  };

  // A link that was withdrawn while it plays: the server breaks the stream off, and what the browser holds already stops here.
  const ask = async () => {
    const answer = await fetch(media.currentSrc.split("#")[0] ?? "", { method: "HEAD", cache: "no-store" }).catch(
      () => null,
    );
    if (answer?.status !== 404) return false;
    media.pause();
    location.reload();
    return true;
  };
  setInterval(() => {
    if (!media.paused) void ask();
  }, 20_000);
  const failed = one(".clip__failed");
  media.onerror = async () => {
    if (failed && !(await ask())) failed.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const mark = event.target instanceof Element ? event.target.closest("[data-t]") : null;
    if (!(mark instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (!mark.matches("a") && !getSelection()?.isCollapsed) return;
    event.preventDefault();
    media.currentTime = Number(mark.dataset.t);
    void media.play().catch(() => {});
  });
})();
