import { afterEach, expect, test, vi } from "vitest";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { keepAwake } from "#app/features/here/session/run-session.ts";
import type { SessionPhase } from "#app/features/here/session/session-state.ts";
import { settled } from "#tests/fakes/here-clock.ts";

/** The screen of a telephone during a recording, with the browser's locks made here. */

afterEach(() => {
  vi.unstubAllGlobals();
});

function phone() {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  const request = async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("navigator", { wakeLock: { request } });
  vi.stubGlobal("document", page);
  let phase: SessionPhase = "recording";
  const listeners = new Set<() => void>();
  const session: Partial<RecordingSession> = {
    state: () => ({ phase }) as ReturnType<RecordingSession["state"]>,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const around = new AbortController();
  keepAwake(session as RecordingSession, around.signal);
  return {
    around,
    isOn: () => locks.some(({ released }) => !released),
    become: async (next: SessionPhase) => {
      phase = next;
      for (const listener of listeners) listener();
      await settled();
    },
    show: async (isVisible: boolean) => {
      page.visibilityState = isVisible ? "visible" : "hidden";
      // The browser takes the locks of a hidden page away.
      if (!isVisible) for (const lock of locks) lock.released = true;
      page.dispatchEvent(new Event("visibilitychange"));
      await settled();
    },
  };
}

test("the screen stays on while it records, and no longer: not in a pause, and not after the end", async () => {
  const { around, isOn, become } = phone();
  await settled();
  expect(isOn()).toBe(true);
  await become("paused");
  expect(isOn()).toBe(false);
  await become("recording");
  expect(isOn()).toBe(true);
  await become("over");
  around.abort();
  await settled();
  expect(isOn()).toBe(false);
});

test("a page that was hidden keeps the screen on again when it is back", async () => {
  const { isOn, show } = phone();
  await settled();
  await show(false);
  expect(isOn()).toBe(false);
  await show(true);
  expect(isOn()).toBe(true);
});
