import { ed, token } from "@countersign/harness/issuer"
import type { CountersignOptions } from "countersign"
import type { Random } from "../scheduler/Random.ts"
import { actor, type Scheduler } from "../scheduler/Scheduler.ts"

const ISSUER = "https://accounts.google.com"

export type Issuer = ReturnType<typeof makeIssuer>

/**
 * An issuer of identity tokens, whose keys change and whose server fails. A new key signs at once; the one before it stays
 * published until the next change.
 */
export const makeIssuer = (scheduler: Scheduler, random: Random) => {
  const server = actor("issuer")
  const next = () =>
    ed(
      `key ${made++}`,
      Uint8Array.from({ length: 32 }, () => random.upTo(255))
    )
  let made = 0
  let [current, published] = [next(), ""]
  const publish = (...keys: ReadonlyArray<typeof current>) => {
    published = JSON.stringify({ keys: keys.map(({ jwk }) => jwk) })
  }
  publish(current)
  let fails: "late" | "refuses" | undefined

  const fetch = () =>
    new Promise<{ status: number; body: ReadableStream<Uint8Array> | null }>((resolve) => {
      const node = scheduler.current()
      scheduler.after(fails === "late" ? 30_000 : random.between(5, 400), server, () => {
        const { body, status } = new Response(published, { status: fails === "refuses" ? 503 : 200 })
        scheduler.after(5, node, () => resolve({ body, status }))
      })
    })
  const oidc: NonNullable<NonNullable<CountersignOptions["production"]>["oidc"]> = {
    issuers: [{ issuer: ISSUER, jwksUri: `${ISSUER}/keys`, audiences: ["app"], algorithms: ["EdDSA"] }],
    fetch
  }
  return {
    oidc,
    rotate: (): void => {
      const before = current
      current = next()
      publish(before, current)
    },
    setFault: (fault?: typeof fails): void => {
      fails = fault
    },
    /** A token of `subject`, signed by another key than that of its `kid` if it is forged. */
    tokenOf: (subject: string, now: number, { isForged = false, nonce = "" } = {}): string => {
      const iat = Math.floor(now / 1000)
      const claims = { iss: ISSUER, aud: "app", sub: subject, iat, exp: iat + 600, ...(nonce !== "" && { nonce }) }
      return token(isForged ? { ...ed(current.kid, new Uint8Array(32)), kid: current.kid } : current, claims)
    }
  }
}
