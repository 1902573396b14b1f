import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Collects all garbage there is, now: what nothing holds on to is gone afterwards. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") collect()
}
