import { createHash, randomBytes } from "node:crypto"
import type { Authorization } from "./authorization.ts"

/** What a code stands for. */
export interface Grant extends Authorization {
  readonly sub: string
}

/** Codes that are out. Each is taken once, within a minute, by whoever knows the verifier. */
export const makeCodes = (now: () => number = Date.now) => {
  const out = new Map<string, { readonly grant: Grant; readonly until: number }>()
  return {
    issue: (grant: Grant): string => {
      for (const [code, { until }] of out) if (until <= now()) out.delete(code)
      const code = randomBytes(32).toString("base64url")
      out.set(code, { grant, until: now() + 60_000 })
      return code
    },
    take: (code: string, verifier: string, redirectUri: string): Grant | undefined => {
      const held = out.get(code)
      out.delete(code)
      if (held === undefined || held.until <= now()) return undefined
      const challenge = createHash("sha256").update(verifier).digest("base64url")
      const { grant } = held
      return grant.codeChallenge === challenge && grant.redirectUri === redirectUri ? grant : undefined
    }
  }
}
