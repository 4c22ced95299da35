import * as z from "zod";

/** POST /api/acta/user/mail_address, as a form. What is no address is refused by the use case, in words on the page. */
export const mailAddressForm = z.object({ address: z.string() });
