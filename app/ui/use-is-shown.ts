import { type RefObject, useEffect, useRef } from "react";

/** Whether the part of the page still stands: a call that ends later must not lead away who has gone on to another page. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
