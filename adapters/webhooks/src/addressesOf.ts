import { isIP } from "node:net"
import type { Mode } from "@countersign/core"
import { isPublic } from "./isPublic.ts"
import { hostOf } from "./judgeUrl.ts"
import type { Rules } from "./Rules.ts"

/**
 * Where a name leads, asked once: what is judged here is what is connected to. One address that is not public, and none
 * of them counts.
 */
export const addressesOf = async (url: URL, mode: Mode, rules: Rules): Promise<ReadonlyArray<string>> => {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await rules.resolve(host, mode).catch(() => []) : [host]
  return rules.isFree(mode) || addresses.every(isPublic) ? addresses : []
}
