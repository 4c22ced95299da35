import * as z from "zod/mini";

/** Answers of the calls about plans. The browser goes on to `url`. */
export const paymentPage = z.object({ url: z.url() });
export const insiderAnswer = z.object({ plan: z.string(), endsAt: z.number() });
