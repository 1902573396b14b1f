import { addOauth, clientKey, oauthVerify } from "@countersign/harness/fixtures"
import { callers } from "@countersign/harness/world"
import { Schema } from "effect"
import { vi } from "vitest"
import { feeding } from "../feeding.ts"
import { clientIn, ownerIn, worldOf } from "../wallet.ts"

const world = worldOf()

/** Milliseconds that the claims of an identity token are ahead of the server's clock, in seconds as issuers write them. */
const Issued = Schema.Struct({
  iat: Schema.Number,
  nbf: Schema.optionalKey(Schema.Number),
  exp: Schema.optionalKey(Schema.Number)
})

/** Seconds between the times of an identity token and the server's clock: the status of a login with it, and its check. */
export const issuedAt = feeding(Issued, async (ahead) => {
  const { accountId, keys } = await ownerIn(world)
  unique += 1
  const sub = `clock ${unique}`
  const { credentialId } = await addOauth(world, callers.a, accountId, keys, sub)
  const seconds = Math.floor(world.at() / 1000)
  const times = Object.fromEntries(Object.entries(ahead).map(([name, value]) => [name, seconds + value]))
  const { body, status } = await oauthVerify(world, callers.a, credentialId, clientKey(), { sub, ...times })
  return status === 200 ? "signs in" : body.reason
})
let unique = 0

/** A device whose clock is off by milliseconds: whether a person signs in, proves, stays signed in, and signs out. */
export const deviceClocks = feeding(Schema.Struct({ off: Schema.Number }), async ({ off }) => {
  vi.useFakeTimers({ now: world.at() + off, toFake: ["Date"] })
  try {
    const { accountId, credentialId } = await world.customer(callers.a)
    const client = clientIn(world, async (request) => {
      const answer = await world.countersign.handler(request)
      answer.headers.set("date", new Date(world.at()).toUTCString())
      return answer
    })
    const session = await client.emailOtp.login({ credentialId, code: () => "000000" })
    const remaining = Date.parse(session.expiresAt) - client.now()
    const listed = await client.sessions.list(accountId)
    await client.logout(session)
    return {
      clock: Math.abs(client.now() - world.at()) < 1000 ? "the server's" : "its own",
      expired: remaining <= 0,
      sessions: [listed.length, (await client.sessions.list(accountId)).length]
    }
  } finally {
    vi.useRealTimers()
  }
})
