import { addOauth, clientKey, oauthSession, signed } from "@countersign/harness/fixtures"
import { racingNodes } from "@countersign/harness/stores"
import { answerTo, callers, pendingLogin, retryHeaders, session } from "@countersign/harness/world"
import type { Change, Guard } from "countersign/effect"
import { afterAll, describe, expect, it } from "vitest"

interface Commit {
  readonly changes: ReadonlyArray<Change>
  readonly guards: ReadonlyArray<Guard>
}

const commits: Array<Commit> = []
const { close, meanwhile, world } = racingNodes(
  (changes, guards) => {
    const isSecondLeg = changes.some(({ collection, op }) => op === "replace" && collection.name === "signed_requests")
    if (isSecondLeg) commits.push({ changes, guards })
    return isSecondLeg
  },
  { sessionsPerAccount: 3 }
)
afterAll(close)

/** The guards of the newest commit: record versions, as `collection id`, and instants. */
const restsOn = () => {
  const { changes, guards } = commits.at(-1) ?? { changes: [], guards: [] }
  const versions = guards.flatMap((each) => (each.guard === "version" ? [`${each.collection.name} ${each.id}`] : []))
  const written = changes.flatMap((each) => (each.op === "insert" ? [] : [`${each.collection.name} ${each.id}`]))
  const instants = guards.flatMap((each) => (each.guard === "before" ? [each.at] : []))
  return { versions, written, instants }
}

const at = (text: string): number => Date.parse(text)
const sessionsOf = async (accountId: string): Promise<ReadonlyArray<string>> =>
  (await world.call(callers.a, "GET", `/auth/sessions?accountId=${accountId}`)).body.data.map(
    ({ id }: { readonly id: string }) => id
  )

describe("the commit of a signed retry", () => {
  it("guards the request and its expiry (R7, R8, FS5)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${opened.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    const end = at(leg.body.expiresAt)
    meanwhile(async () => world.pass(end - world.at()))
    const late = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, keys) })
    expect([late.status, late.body.reason]).toEqual([401, "Request id expired"])
    expect(await sessionsOf(accountId)).toEqual([opened.id])
    expect(restsOn().instants).toContain(end)
    expect(restsOn().written).toContain(`signed_requests ${leg.body.requestId}`)
  })

  it("guards the signing session and its expiry (R9, FS7)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const signer = await session(world, callers.a, credentialId)
    const oauth = await addOauth(world, callers.a, accountId, signer.keys)
    // Two sessions of one millisecond: either may count as the oldest.
    world.pass(1000)
    const target = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${target.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    // A third and a fourth session. Above the limit the oldest ends, without a signature or a receipt.
    await oauthSession(world, callers.a, oauth.credentialId)
    meanwhile((other) => oauthSession(other, callers.a, oauth.credentialId))
    const headers = retryHeaders(leg.body, signer.keys)
    const answer = await world.call(callers.a, "DELETE", path, { headers })
    expect([answer.status, answer.body.reason]).toEqual([401, "Stamp key may not sign this request"])
    expect(await sessionsOf(accountId)).toContain(target.session.id)
    const first = commits.find(({ changes }) => changes.some(({ id }) => id === leg.body.requestId))
    expect(first?.guards).toContainEqual(expect.objectContaining({ guard: "version", id: signer.session.id }))
    expect(first?.guards).toContainEqual({ guard: "before", at: at(signer.session.expiresAt) })
  })

  it("refuses an expired session by its own name, before it commits anything (R9, S9, FS6)", async () => {
    const { credentialId } = await world.customer(callers.a)
    const signer = await session(world, callers.a, credentialId)
    world.pass(at(signer.session.expiresAt) - world.at() - 1000)
    const target = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${target.session.id}`
    const leg = await world.call(callers.a, "DELETE", path)
    world.pass(1000)
    const before = commits.length
    const answer = await world.call(callers.a, "DELETE", path, { headers: retryHeaders(leg.body, signer.keys) })
    expect([answer.status, answer.body.reason]).toEqual([401, "Stamp key may not sign this request"])
    // The commit contains the count of a refused stamp, and no signed change.
    expect(commits.slice(before).map(({ changes }) => changes.map(({ id }) => id))).toEqual([[leg.body.requestId]])
  })
})

describe("the signed retry of a login", () => {
  it("accepts the key that was sealed with the code, and no other session of the account (O7, FS10)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const other = await session(world, callers.a, credentialId)
    const { body, challenge, path } = await pendingLogin(world, callers.a, credentialId)
    const headers = retryHeaders(challenge, other.keys)
    const answer = await world.call(callers.a, "POST", path, { body, headers })
    expect([answer.status, answer.body.reason]).toEqual([401, "Stamp key may not sign this request"])
    expect(await sessionsOf(accountId)).toEqual([other.session.id])
  })

  // A write of a record is a guard on its version too. That of the credential is the defence, for every credential type.
  // The code and the account are further guards.
  it("guards the versions of the credential, the code and the account (S7, FS16)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { body, challenge, keys, path } = await pendingLogin(world, callers.a, credentialId)
    const done = await world.call(callers.a, "POST", path, { body, headers: retryHeaders(challenge, keys) })
    expect(done.status).toBe(200)
    const { versions, written } = restsOn()
    expect(written).toContain(`credentials ${credentialId}`)
    expect(versions).toContain(`email_otps ${credentialId}`)
    expect(versions).toContain(`internal_accounts ${accountId}`)
  })
})

describe("a refresh", () => {
  it("accepts a signature by its session's key, and by no other session of the account (O7, FS10)", async () => {
    const { credentialId } = await world.customer(callers.a)
    const one = await session(world, callers.a, credentialId)
    const other = await session(world, callers.a, credentialId)
    const body = { clientPublicKey: clientKey().hex }
    const path = `/auth/sessions/${one.session.id}/refresh`
    const answer = await signed(world, callers.a, other.keys, { method: "POST", path, body })
    expect([answer.status, answer.body.reason]).toEqual([401, "Stamp key may not sign this request"])
  })

  it("guards its session and its expiry, its credential and its account (S2, FS15)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const body = { clientPublicKey: clientKey().hex }
    const path = `/auth/sessions/${opened.id}/refresh`
    expect((await signed(world, callers.a, keys, { method: "POST", path, body })).status).toBe(200)
    const { instants, versions, written } = restsOn()
    expect(versions).toContain(`sessions ${opened.id}`)
    expect(versions).toContain(`credentials ${credentialId}`)
    expect(versions).toContain(`internal_accounts ${accountId}`)
    expect(written).toContain(`receipt_heads ${accountId}`)
    expect(instants).toContain(at(opened.expiresAt))
  })

  it("that starts before its session is revoked opens none afterwards (S2, FS15)", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys, session: opened } = await session(world, callers.a, credentialId)
    const path = `/auth/sessions/${opened.id}`
    meanwhile((other) => signed(other, callers.a, keys, { method: "DELETE", path }))
    const body = { clientPublicKey: clientKey().hex }
    const answer = await signed(world, callers.a, keys, { method: "POST", path: `${path}/refresh`, body })
    expect(answer.status).toBe(404)
    expect(await sessionsOf(accountId)).toEqual([])
  })
})

describe("the removal of a credential", () => {
  /** A wallet with an EMAIL_OTP and an OAUTH credential, and a session of each. */
  const twoCredentials = async () => {
    const customer = await world.customer(callers.a)
    const email = await session(world, callers.a, customer.credentialId)
    const { credentialId: oauthId } = await addOauth(world, callers.a, customer.accountId, email.keys)
    return { ...customer, email, oauthId, oauth: await oauthSession(world, callers.a, oauthId) }
  }

  it("replaces the chain head of the account, and guards the account and the signing session (S6, FS15)", async () => {
    const { accountId, email, oauthId } = await twoCredentials()
    const path = `/auth/credentials/${oauthId}`
    expect((await signed(world, callers.a, email.keys, { method: "DELETE", path })).status).toBe(204)
    const { instants, versions, written } = restsOn()
    expect(written).toContain(`receipt_heads ${accountId}`)
    expect(written).not.toContain(`internal_accounts ${accountId}`)
    expect(versions).toContain(`internal_accounts ${accountId}`)
    expect(versions).toContain(`sessions ${email.session.id}`)
    expect(instants).toContain(at(email.session.expiresAt))
  })

  it("is decided again after the other credential was removed, and refused (S6, FS15)", async () => {
    const { accountId, credentialId, email, oauth, oauthId } = await twoCredentials()
    meanwhile((other) =>
      signed(other, callers.a, oauth.keys, { method: "DELETE", path: `/auth/credentials/${credentialId}` })
    )
    const path = `/auth/credentials/${oauthId}`
    const answer = await signed(world, callers.a, email.keys, { method: "DELETE", path })
    expect([400, 401]).toContain(answer.status)
    const { data } = (await world.call(callers.a, "GET", `/auth/credentials?accountId=${accountId}`)).body
    expect(data).toHaveLength(1)
  })
})

describe("a mailed code", () => {
  it.each([
    ["additional digits", "0000001"],
    ["fewer digits", "00000"],
    ["another digit", "000001"]
  ])("is compared whole: with %s it is wrong (O13, FS11)", async (_, code) => {
    const { credentialId } = await world.customer(callers.a)
    const { body } = await answerTo(world, callers.a, credentialId, code, clientKey())
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    expect([answer.status, answer.body.reason]).toEqual([401, "Invalid OTP code"])
  })
})
