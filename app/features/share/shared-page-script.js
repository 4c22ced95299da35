// oxlint-disable unicorn/prefer-add-event-listener -- one listener each, and every letter of it is sent
// The shared page's own few lines beside those of link-page-script.js: its title, and playing from a mark. The page is read without them.
(() => {
  /** @param {string} query @returns {HTMLElement | null} */
  const one = (query) => document.querySelector(query);
  const root = document.documentElement;

  const title = one("article .title");
  if (title) document.title = `${title.textContent} · Acta`;

  const side = one('[data-script="player"]');
  const player = one(".player");
  if (!side || !player) return;
  side.hidden = false;
  const source = side.dataset.source ?? "";
  /** @param {string} name */
  const button = (name) => /** @type {HTMLButtonElement} */ (side.querySelector(`[data-do="${name}"]`));
  const [play, speed, picture] = [button("play"), button("speed"), button("picture")];
  const clock = side.querySelector("b");
  const seek = /** @type {HTMLInputElement | null} */ (one(".ruler__seek"));
  const now = one(".ruler__now");
  const failed = one(".player__failed");
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll("span[data-t]");
  const spoken = [...found];
  const starts = spoken.map((each) => Number(each.dataset.t));

  const video = document.createElement("video");
  video.preload = "none";
  video.playsInline = true;
  video.hidden = true;
  video.src = source;
  player.insertAdjacentElement("beforeend", video);

  /** @param {number} s */
  const write = (s) => {
    const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
    const rest = `${two((s / 60) % 60)}:${two(s % 60)}`;
    return s < 3600 ? rest : `${Math.floor(s / 3600)}:${rest}`;
  };

  let shown = -1;
  /** @param {number} s */
  const show = (s) => {
    if (clock) clock.textContent = write(s);
    if (seek && now) {
      seek.value = String(s);
      seek.setAttribute("aria-valuetext", (seek.dataset.of ?? "").replace("%", write(s)));
      now.style.insetInlineStart = `${(100 * s) / Number(seek.max)}%`;
    }
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= s + 0.05) low = middle + 1;
      else high = middle;
    }
    if (low - 1 === shown) return;
    spoken[shown]?.classList.remove("is-spoken");
    shown = low - 1;
    spoken[shown]?.classList.add("is-spoken");
  };

  // The recordings of a merged meeting, one after the other.
  /** @type {[number, number][]} */
  const parts = JSON.parse(side.dataset.parts ?? "[[0,1e9]]");
  let part = 0;
  const from = () => parts[part]?.[0] ?? 0;
  const place = () => (video.readyState > 0 ? from() + video.currentTime : wanted);

  // Before the recording is there, a place to begin is kept; the media element would forget it.
  let wanted = 0;
  /** @param {number} s */
  const go = (s) => {
    wanted = Math.max(0, s);
    const next = parts.findIndex(([, end]) => wanted < end);
    if (next !== part && parts[next]) {
      const runs = !video.paused || video.ended;
      part = next;
      wanted = Math.max(wanted, from());
      video.src = part ? `${source}?part=${part}` : source;
      if (runs) start();
    } else if (video.readyState > 0) video.currentTime = wanted - from();
    show(wanted);
  };
  const start = () => {
    if (failed) failed.hidden = true;
    video.play().catch(() => {});
  };

  video.onloadedmetadata = () => {
    if (wanted > from()) video.currentTime = wanted - from();
    picture.hidden = video.videoWidth === 0;
  };
  video.ontimeupdate = () => show(from() + video.currentTime);
  video.onended = () => parts[part + 1] && go(parts[part + 1]?.[0] ?? 0);
  video.onplay = video.onpause = () => {
    play.classList.toggle("is-playing", !video.paused);
    play.setAttribute("aria-label", (video.paused ? play.dataset.play : play.dataset.pause) ?? "");
  };

  // A link that was withdrawn while it plays: the server breaks the stream off, and what the browser holds already stops here.
  const ask = async () => {
    const answer = await fetch(source, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.status !== 404) return false;
    video.pause();
    video.removeAttribute("src");
    video.load();
    location.reload();
    return true;
  };
  setInterval(() => {
    if (!video.paused) void ask();
  }, 20_000);
  video.onerror = async () => {
    if (!video.getAttribute("src") || (await ask())) return;
    if (failed) failed.hidden = false;
    wanted = Number(seek?.value ?? 0);
    video.load();
  };

  play.onclick = () => (video.paused ? start() : video.pause());
  button("back").onclick = () => go(place() - 10);
  button("forward").onclick = () => go(place() + 10);
  speed.onclick = () => {
    const rates = [1, 1.25, 1.5, 2, 0.75];
    video.playbackRate = rates[(rates.indexOf(video.playbackRate) + 1) % rates.length] ?? 1;
    video.defaultPlaybackRate = video.playbackRate;
    const rate = new Intl.NumberFormat(root.lang).format(video.playbackRate);
    speed.textContent = `${rate}×`;
    speed.setAttribute("aria-label", (speed.dataset.label ?? "").replace("%", rate));
  };
  picture.onclick = () => {
    video.hidden = !video.hidden;
    picture.setAttribute("aria-pressed", String(!video.hidden));
  };
  if (seek && now) {
    seek.hidden = now.hidden = false;
    seek.oninput = () => go(Number(seek.value));
  }

  document.addEventListener("click", (event) => {
    const mark = event.target instanceof Element ? event.target.closest("[data-t]") : null;
    if (!(mark instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return;
    if (!mark.matches("a") && !getSelection()?.isCollapsed) return;
    event.preventDefault();
    history.replaceState(null, "", `?t=${Math.floor(Number(mark.dataset.t))}`);
    go(Number(mark.dataset.t));
    start();
  });
  document.addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.target instanceof Element && event.target.closest("button, input, a, summary"))
    )
      return;
    if (event.key === " " || event.key === "k") {
      event.preventDefault();
      play.click();
    } else if (event.key === "j") button("back").click();
    else if (event.key === "l") button("forward").click();
  });

  const at = Number(side.dataset.start);
  if (at > 0) go(at);
})();
