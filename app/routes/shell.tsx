import { Outlet } from "@remix-run/react";

export default function Shell() {
  return <Outlet />;
}
