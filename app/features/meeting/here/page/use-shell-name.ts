import { useRouteLoaderData } from "@remix-run/react";

/** The first name of the person who is signed in, from the data of the shell's route. Empty where the provider gave none. */
export function useShellName(): string {
  const data = useRouteLoaderData("routes/shell");
  const name = (data as { user?: { name?: unknown } } | undefined)?.user?.name;
  return typeof name === "string" ? (name.trim().split(/\s+/)[0] ?? "") : "";
}
