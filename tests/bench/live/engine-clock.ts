/** When the engines of a bench were at work: their time is no time of the product. */
export type EngineClock = {
  /** The same answers, with the time between question and answer noted. The sending of the answer is not in it. */
  timed(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
  /** Ms of this stretch (epoch ms) in which at least one question was being answered. */
  msBetween(from: number, to: number): number;
};

export function engineClock(): EngineClock {
  const answered: { from: number; to: number }[] = [];
  return {
    timed: (answer) => async (request) => {
      const from = Date.now();
      try {
        return await answer(request);
      } finally {
        answered.push({ from, to: Date.now() });
      }
    },
    msBetween(from, to) {
      let ms = 0;
      let upTo = from;
      for (const one of answered.toSorted((a, b) => a.from - b.from)) {
        const end = Math.min(one.to, to);
        ms += Math.max(0, end - Math.max(one.from, upTo));
        upTo = Math.max(upTo, end);
      }
      return ms;
    },
  };
}
