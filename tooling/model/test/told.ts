import type { Explored } from "../src/explore/explore.ts"

/** The results of each operation. */
export const reported = ({ ends }: Explored): Record<string, ReadonlyArray<string>> => {
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const end of [...ends.keys()].sort()) {
    const [operation = "", printed = ""] = end.split(": ")
    found[operation] = [...(found[operation] ?? []), printed]
  }
  return found
}
