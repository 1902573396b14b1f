import { createClient } from "@countersign/client"
import { createCountersign } from "countersign"
import { describe, expect, it } from "vitest"

// The Node bridge rejects repeated headers. A web Request has already joined them before any code can read it.

/** A wallet, and a client whose requests repeat some headers, joined as a web Request joins them. */
const wallet = async () => {
  const countersign = createCountersign()
  const api = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  const customer = await api.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const {
    data: [account]
  } = await api.internalAccounts.list({ customerId: customer.id, type: "EMBEDDED_WALLET" })
  const [credential] = await api.credentials.list(account!.id)
  const { id, secret } = countersign.sandboxToken!
  const clientThatDoubles = (...doubled: Array<string>) =>
    createClient({
      baseUrl: "http://countersign.test/2025-10-13",
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      bundleSigner: countersign.bundleSigner,
      fetch: (input, init) => {
        const request = new Request(input, init)
        for (const name of doubled) {
          const value = request.headers.get(name)
          if (value !== null) request.headers.append(name, value)
        }
        return countersign.handler(request)
      }
    })
  return { countersign, clientThatDoubles, credentialId: credential!.id }
}

describe("F16 H11: the service accepts neither value of a joined header", () => {
  it.each([
    ["service-wallet-signature", 401],
    ["request-id", 400],
    ["authorization", 401]
  ])("%s, with %i", async (name, status) => {
    const { clientThatDoubles, countersign, credentialId } = await wallet()
    const client = clientThatDoubles()
    const session = await client.emailOtp.login({ credentialId, code: () => "000000" })
    const doubled = clientThatDoubles(name).sessions.revoke(session.id, { signer: session })
    await expect(doubled).rejects.toMatchObject({ status })
    // The session is still active: the same call with a single value is accepted.
    await client.logout(session)
    await countersign.close()
  })

  it("content-type", async () => {
    const { clientThatDoubles, countersign, credentialId } = await wallet()
    const login = clientThatDoubles("content-type").emailOtp.login({ credentialId, code: () => "000000" })
    await expect(login).rejects.toMatchObject({ status: 415 })
    await countersign.close()
  })
})
