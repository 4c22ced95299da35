import { blobSource } from "#app/features/upload/sound/blob-source.ts";
import { type OpenedSound, openSound } from "#app/features/upload/sound/open-sound.ts";
import type { SoundAnswer, SoundQuestion } from "#app/features/upload/sound/sound-messages.ts";

/** The web worker that reads a chosen file: looks at it, and cuts its sound, off the page's own thread. One for each upload. */
let sound: OpenedSound | null = null;
/** One thing after the other, as it was asked: a window is only read when the one before it has been handed over. */
let last = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<SoundQuestion>) => {
  last = last
    .then(() => answer(data))
    .catch(() => say({ type: "failed", index: data.type === "cut" ? data.index : null }));
});

async function answer(question: SoundQuestion): Promise<void> {
  if (question.type === "cut") {
    if (sound === null) throw new Error("nothing is open");
    const window = await sound.cut(question.index);
    return say({ type: "cut", index: question.index, window }, [window.audio]);
  }
  const opened = await openSound(blobSource(question.file), question);
  if (!opened.ok) return say({ type: "refused", reason: opened.reason });
  sound = opened.value;
  if (sound === null) return say({ type: "none" });
  say({ type: "opened", plan: sound.plan, bytes: sound.bytes });
}

function say(message: SoundAnswer, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer });
}
