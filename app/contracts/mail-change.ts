import * as z from "zod";
import { MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";

/** PATCH /api/acta/user/mail: true for each kind of mail that is switched on, false for off. The others stay. */
export const mailChange = z.partialRecord(z.enum(MAIL_KINDS), z.boolean());
