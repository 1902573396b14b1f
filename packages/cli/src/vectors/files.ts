import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { VectorFile } from "@countersign/vectors"

const { resolve } = createRequire(import.meta.url)

/** From the plainest encoding to whole messages: the order in which a new implementation meets them. */
const GROUPS = [
  ..."hex base64 base64url utf8 json sha256 points der signature hpke signedBundle otpTargetBundle otpBundle".split(
    " "
  ),
  ..."sessionKey stamp activity passkeyChallenge oidcNonce compactJws verificationToken walletExport ids".split(" "),
  "sessionProof"
]

/** The text of one file of vectors, to the byte. */
export const textOf = (group: string): string => {
  if (!GROUPS.includes(group)) throw new Error(`There is no group ${group}. There are: ${GROUPS.join(", ")}`)
  return readFileSync(resolve(`@countersign/vectors/json/${group}.json`), "utf8")
}

/** All of them, by group. */
export const texts = (): ReadonlyMap<string, string> => new Map(GROUPS.map((group) => [group, textOf(group)]))

/** The same, read. */
export const files = (): ReadonlyArray<VectorFile> => [...texts().values()].map((text) => JSON.parse(text))
