import { MIB } from "#app/domain/limits/units.ts";

/** Limits of files that are chosen together: imported transcripts, of which each has TRANSCRIPT_BYTES_MAX too, and queues of recordings. */

/** Files of one import; those of a ZIP count one by one. */
export const IMPORT_FILES_MAX = 300;
/** A ZIP is held in memory by the page that opens it. */
export const ZIP_BYTES_MAX = 100 * MIB;
/** Bytes of all files that are taken out of ZIPs, however little they take inside. */
export const UNZIPPED_BYTES_MAX = 200 * MIB;
/** Entries of a ZIP's directory that are looked at. */
export const ZIP_ENTRIES_MAX = 5000;
/** Entries of a folder that are looked at, with all folders in it. */
export const FOLDER_ENTRIES_MAX = 5000;
/** Imports of one person in a day: they take nothing from a plan, but each has minutes written. */
export const IMPORTS_A_DAY_MAX = 1000;
/** Digests in one question about what is there already. */
export const IMPORT_DIGESTS_ASKED_MAX = 50;
/** Recordings of one queue: each keeps its row and its place in the page. */
export const UPLOADS_QUEUED_MAX = 50;
