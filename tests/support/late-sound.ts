import type { Call, CallPiece } from "#tests/support/call-pieces.ts";

/**
 * Chromium's pieces of a page that had no processor for some seconds: what it could not deliver comes at once afterwards, each packet with the
 * time of that moment. Only the tables of times are changed, so that the packets stay those of the fixture.
 */

type Times = { view: DataView; decodeAt: number; durationsAt: number; step: number; count: number };

/** The places of the times in a fixture's piece, whose one fragment has durations and sizes for each packet. */
function timesOf(bytes: Uint8Array): Times {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const find = (type: string) => {
    for (let at = 4; at + 4 <= bytes.byteLength; at++)
      if (String.fromCharCode(...bytes.subarray(at, at + 4)) === type) return at + 4;
    throw new Error(`no ${type}`);
  };
  const run = find("trun");
  if (view.getUint32(run) !== 0x01_00_03_01) throw new Error("not a run as Chromium writes it");
  return { view, decodeAt: find("tfdt") + 4, durationsAt: run + 12, step: 8, count: view.getUint32(run + 4) };
}

function changed(call: Call, isIt: (piece: CallPiece) => boolean, change: (times: Times) => void): Call {
  const pieces = call.pieces.map((piece) => {
    if (!isIt(piece)) return piece;
    const bytes = piece.bytes.slice();
    change(timesOf(bytes));
    return { ...piece, bytes };
  });
  return { ...call, pieces };
}

/** Packets from `first` on, `count` of them, come at once at the time of the packet after them. */
export function cameAtOnce(
  call: Call,
  isIt: (piece: CallPiece) => boolean,
  { first, count }: Record<"first" | "count", number>,
): Call {
  return changed(call, isIt, ({ view, durationsAt, step }) => {
    let taken = 0;
    for (let packet = first; packet < first + count; packet++) {
      taken += view.getUint32(durationsAt + packet * step);
      view.setUint32(durationsAt + packet * step, 0);
    }
    const before = durationsAt + (first - 1) * step;
    view.setUint32(before, view.getUint32(before) + taken);
  });
}

/** All packets of a piece have the time of its first. */
export function cameAtItsBeginning(call: Call, isIt: (piece: CallPiece) => boolean): Call {
  return changed(call, isIt, ({ view, durationsAt, step, count }) => {
    for (let packet = 0; packet < count; packet++) view.setUint32(durationsAt + packet * step, 0);
  });
}

/** Nothing is delivered for a while after a packet. */
export function pausedAfter(
  call: Call,
  isIt: (piece: CallPiece) => boolean,
  { packet, by }: Record<"packet" | "by", number>,
): Call {
  return changed(call, isIt, ({ view, durationsAt, step }) => {
    const at = durationsAt + packet * step;
    view.setUint32(at, view.getUint32(at) + by);
  });
}

/** The pieces say that they began so much later, in 48,000ths of a second. */
export function later(call: Call, isIt: (piece: CallPiece) => boolean, by: number): Call {
  return changed(call, isIt, ({ view, decodeAt }) =>
    view.setBigUint64(decodeAt, view.getBigUint64(decodeAt) + BigInt(by)),
  );
}
