import { answered, type Flow } from "../../flows/Flow.ts"
import type { Target } from "../../load/Target.ts"
import { INTROSPECTION, type Seed } from "./start.ts"

/** Checks an opaque access token, as a resource server does before each call. */
export const introspection: Flow = {
  name: "oidc-provider: token introspection",
  requests: 1,
  kinds: ["oidc-provider"],
  open: async (target, user) => {
    const { authorization, tokens } = seedOf(target)
    const body = new URLSearchParams({
      token: tokens[user % tokens.length] ?? "",
      token_type_hint: "access_token"
    }).toString()
    const headers = { authorization, "content-type": "application/x-www-form-urlencoded" }
    return {
      run: async () => {
        const answer = answered(200, await target.call("POST", INTROSPECTION, { body, headers }), "an introspection")
        if (!answer.includes('"active":true')) throw new Error(`the token is not active: ${answer}`)
      }
    }
  }
}

const seedOf = ({ seed }: Target): Seed => {
  if (!isSeed(seed)) throw new Error("this server is not an OpenID provider")
  return seed
}

const isSeed = (seed: unknown): seed is Seed => typeof seed === "object" && seed !== null && "tokens" in seed
