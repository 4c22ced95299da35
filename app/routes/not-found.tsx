/** Whatever no other path takes: a 404 of ours, without a message in the log. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
