import { noteProof } from "#app/contracts/session.ts";
import { browserSurroundings, type Surroundings, stayConnected } from "#app/contracts/stay-connected.ts";
import { noteChanged, noteTold } from "#app/contracts/told-page.ts";
import { PAGE_RENEWED_MS, PAGE_TOLD_MS_MIN } from "#app/domain/limits/lists.ts";

/** The socket that tells a page of the person's changes. A separate script: the page shows itself first. */

/**
 * Follows the person's changes until the returned function is called. Each sign of life proves the session, as the server closes the
 * sockets of a session that ends. The connection is renewed by the clock, so that the server reads the session again.
 */
export function followChanges(around: Surroundings = browserSurroundings(() => "/api/acta/user/live")): () => void {
  const changes = changesHeard(around);
  let stop = connect();
  const cancel = every(around, PAGE_RENEWED_MS, () => {
    stop();
    stop = connect();
  });
  return () => {
    cancel();
    stop();
    changes.end();
    noteTold(false);
  };

  function connect() {
    const onText = (text: string) => changes.text(text);
    return stayConnected(around, onText, (isOpen) => {
      noteTold(isOpen);
      if (isOpen) noteProof();
    });
  }
}

/** Changes that follow on each other are one: a meeting in work tells of each step. */
function changesHeard(around: Surroundings) {
  /** The number of changes that was heard last; null before the first message, which tells of no change. */
  let heard: string | null = null;
  let cancelWait: (() => void) | null = null;
  let isLate = false;
  const tell = () => {
    isLate = false;
    noteChanged();
    cancelWait = around.after(PAGE_TOLD_MS_MIN, () => {
      cancelWait = null;
      if (isLate) tell();
    });
  };
  return {
    text(text: string) {
      const isChange = heard !== null && heard !== text;
      heard = text;
      if (!isChange) return;
      if (cancelWait === null) tell();
      else isLate = true;
    },
    end: () => cancelWait?.(),
  };
}

function every(around: Surroundings, ms: number, task: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    cancel = around.after(ms, () => {
      task();
      wait();
    });
  };
  wait();
  return () => cancel();
}
