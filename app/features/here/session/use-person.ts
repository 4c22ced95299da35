import { useRouteLoaderData } from "@remix-run/react";
import type { Person } from "#app/features/here/session/here-server.ts";

/** The person who is signed in, from the data of the shell's route. Null outside of it. */
export function usePerson(): Person | null {
  const data = useRouteLoaderData("routes/shell");
  const user = (data as { user?: Partial<Person> } | undefined)?.user;
  return user?.id === undefined ? null : { id: user.id, name: user.name ?? "", email: user.email ?? null };
}

/** Empty where the provider gave no name. */
export function firstNameOf(person: { name: string } | null): string {
  return person?.name.trim().split(/\s+/)[0] ?? "";
}
