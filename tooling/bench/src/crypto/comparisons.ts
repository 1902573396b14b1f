import { assertions } from "./assertions.ts"
import { base58check } from "./base58check.ts"
import type { Comparison } from "./Contender.ts"
import { identityTokens } from "./identityTokens.ts"
import { seals } from "./seals.ts"
import { signedLegs } from "./signedLegs.ts"
import { stamps } from "./stamps.ts"

/** Every job that is compared in one process. */
export const comparisons = async (): Promise<ReadonlyArray<Comparison>> => {
  const all = await Promise.all([stamps(), seals(), base58check(), assertions(), identityTokens(), signedLegs()])
  return all.flat()
}
