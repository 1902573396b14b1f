import { type Answer, callers, keyPair, retryHeaders, sealed, type World } from "@countersign/harness/world"
import type pg from "pg"
import { isUnavailable, type Owner } from "./switching.ts"

/** A session that was acknowledged, with what signs in it. */
export interface Opened {
  readonly sessionId: string
  readonly owner: Owner
}

/** People who sign in again and again until they are stopped, regardless of errors. */
export const keepSigningIn = async (world: World, count: number) => {
  const opened: Array<Opened> = []
  const odd: Array<string> = []
  const state = { isOver: false }
  const people = await Promise.all(Array.from({ length: count }, () => world.customer(callers.a)))
  const busy = people.map(async (person) => {
    while (!state.isOver) {
      const arrived = await signedIn(world, person)
      if ("sessionId" in arrived) {
        opened.push(arrived)
        continue
      }
      if (!isUnavailable(arrived.refused)) odd.push(`${arrived.refused.status} ${arrived.refused.body?.reason}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  return {
    opened,
    /** Responses that are neither a success nor an error for an unavailable store. */
    odd,
    stop: async () => {
      state.isOver = true
      await Promise.all(busy)
    },
    /** The acknowledged sessions that are not in this database. */
    missing: async (pool: Pick<pg.Pool, "query">): Promise<ReadonlyArray<Opened>> => {
      const { rows } = await pool.query(
        `select id from unnest($1::text[]) id where not exists (
           select 1 from countersign.sessions r where 'Session:' || r.id = id.id)`,
        [opened.map(({ sessionId }) => sessionId)]
      )
      const ids = new Set(rows.map(({ id }) => String(id)))
      return opened.filter(({ sessionId }) => ids.has(sessionId))
    }
  }
}

type Person = Awaited<ReturnType<World["customer"]>>

/** The three calls of a sign-in. Returns the session, or the first error response. */
const signedIn = async (world: World, person: Person): Promise<Opened | { readonly refused: Answer }> => {
  const path = `/auth/credentials/${person.credentialId}`
  const challenge = await world.call(callers.a, "POST", `${path}/challenge`)
  if (challenge.status !== 200) return { refused: challenge }
  const keys = keyPair()
  const bundle: string = challenge.body.otpEncryptionTargetBundle
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: await sealed(world, bundle, "000000", keys.publicKey) }
  const first = await world.call(callers.a, "POST", `${path}/verify`, { body })
  if (first.status !== 202) return { refused: first }
  const more = { body, headers: retryHeaders(first.body, keys) }
  const done = await world.call(callers.a, "POST", `${path}/verify`, more)
  if (done.status !== 200) return { refused: done }
  const { accountId, credentialId } = person
  return { sessionId: String(done.body.id), owner: { accountId, credentialId, keys, isPrivate: false } }
}
