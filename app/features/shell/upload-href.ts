/**
 * The upload dialog is open where the address says `?upload=1`: the quick action is a plain link that works on every
 * page, the browser's back button closes the dialog, and a link to it can be kept.
 */
const UPLOAD_PARAMETER = "upload";

type Place = { pathname: string; search: string };

export function uploadHref({ pathname, search }: Place): string {
  const parameters = new URLSearchParams(search);
  parameters.set(UPLOAD_PARAMETER, "1");
  return `${pathname}?${parameters}`;
}

export function isUploadOpen(search: string): boolean {
  return new URLSearchParams(search).get(UPLOAD_PARAMETER) === "1";
}

/** The same page without the dialog. */
export function withoutUpload({ pathname, search }: Place): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(UPLOAD_PARAMETER);
  const rest = parameters.toString();
  return rest ? `${pathname}?${rest}` : pathname;
}
