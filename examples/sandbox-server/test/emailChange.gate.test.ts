import { generateP256KeyPair } from "@turnkey/crypto"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"
import { type ForeignClient, foreignClient } from "./foreignClient.ts"

const TIMES = 50
const clients: Array<ForeignClient> = []
afterAll(async () => {
  for (const client of clients) await client.close()
})

const address = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9]{1,12}(?:[.+_-][A-Za-z0-9]{1,8})?$/u),
    fc.stringMatching(/^[a-z]{2,10}(?:-[a-z0-9]{1,5})?$/u)
  )
  .map(([local, host]) => `${local}@${host}.example`)

/** The round of the interface: sign in, change the address by a signed retry, read it, and sign in at the new one. */
const round = async (client: ForeignClient, from: string, to: string) => {
  const { call } = client
  const { accountId, credentialId, customerId } = await client.newCredential(from)
  const { tek } = await client.login(credentialId)
  const path = `/customers/${customerId}`
  const changed = await client.signed(tek, "PATCH", path, { email: to })
  const addresses = async () => [
    (await call("GET", path)).body.email,
    (await call("GET", `/auth/credentials?accountId=${accountId}`)).body.data[0].nickname
  ]
  const before = await addresses()
  const { pendingEmail } = changed.body
  if (pendingEmail !== undefined) {
    const key = generateP256KeyPair()
    const encryptedOtpBundle = await client.sealedCode(pendingEmail.otpEncryptionTargetBundle, key)
    expect((await call("POST", `${path}/email/verify`, { encryptedOtpBundle })).status).toBe(200)
  }
  const again = await client.login(credentialId)
  return { changed, before, after: await addresses(), again: again.status }
}

it.each([
  ["immediate", "the signature alone, as a client of the interface expects", {}],
  ["proven", "the signature and the code that is mailed to the new address", { emailChange: "proven" }]
] as const)(
  `GC1: with emailChange %s a foreign client changes its e-mail address by %s, ${TIMES} times of ${TIMES}`,
  async (emailChange, _, policy) => {
    const client = await foreignClient({ policy })
    clients.push(client)
    let done = 0
    await fc.assert(
      fc.asyncProperty(address, address, async (from, to) => {
        fc.pre(from !== to)
        const { after, again, before, changed } = await round(client, from, to)
        const atOnce = emailChange === "immediate" ? to : from
        expect([changed.status, changed.body.email, ...before]).toEqual([200, atOnce, atOnce, atOnce])
        expect([changed.body.pendingEmail?.email, ...after, again]).toEqual([
          emailChange === "immediate" ? undefined : to,
          to,
          to,
          200
        ])
        done += 1
      }),
      { numRuns: TIMES, endOnFailure: true }
    )
    expect(done).toBe(TIMES)
  }
)
