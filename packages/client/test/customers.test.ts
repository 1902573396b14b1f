import { makeOtpTargetBundle, open, parseOtpBundle, parseOtpPlaintext, publicKeyOf, signP256 } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { generateKeyPair, type PendingEmail, UnexpectedAnswerError } from "../src/index.ts"
import { ACCOUNT, contextOf, payloadOf } from "./payload.ts"
import { clientOf, json, signerKey } from "./service.ts"

const customer = "Customer:0199d000-0000-7000-8000-0000000000ab"
const requestId = "Request:0199d000-0000-7000-8000-000000000000"

interface Given {
  readonly type: string
  readonly parameters: object
}

/** A backend that returns a valid payload with this activity to a first call, and success to every retry. */
const handing = ({ parameters, type }: Given) => {
  const sent: Array<{ readonly method: string; readonly path: string; readonly body: string }> = []
  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const call = {
      method: request.method,
      path: new URL(request.url).pathname.replace("/2025-10-13", ""),
      body: await request.text()
    }
    sent.push(call)
    if (sent.length > 1) return json(200, { id: customer, email: "new@example.com" })
    const payloadToSign = payloadOf(contextOf(call, requestId), ACCOUNT, { parameters, type })
    return json(202, { type: "EMAIL_OTP", payloadToSign, requestId, expiresAt: "2025-10-13T08:05:00Z" })
  }
  return { sent, customers: clientOf({ fetch: serve }).customers }
}

const EMAIL = "ACTIVITY_TYPE_UPDATE_USER_EMAIL"
const DELETE = "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION"
const other = "Customer:0199d000-0000-7000-8000-0000000000ac"
const right = { userEmail: "New@example.com", userId: customer }

describe("a customer's address", () => {
  it.each(["New@example.com", " New@EXAMPLE.com ", "New\uff20example.com"])(
    "FA4: is changed by a signature when the payload names the address %j in the server's spelling",
    async (email) => {
      const { customers, sent } = handing({ type: EMAIL, parameters: right })
      const changed = await customers.changeEmail(customer.replace("ab", "AB"), email, {
        signer: await generateKeyPair()
      })
      expect([changed.email, sent.length]).toEqual(["new@example.com", 2])
      expect(sent[0]).toMatchObject({ method: "PATCH", body: JSON.stringify({ email }) })
    }
  )

  it.each<readonly [string, Given, string]>([
    ["another address", { type: EMAIL, parameters: { ...right, userEmail: "thief@example.com" } }, "another userEmail"],
    [
      "the same address in another case",
      { type: EMAIL, parameters: { ...right, userEmail: "new@example.com" } },
      "another userEmail"
    ],
    ["no address", { type: EMAIL, parameters: { userId: customer } }, "another userEmail"],
    [
      "a list of addresses",
      { type: EMAIL, parameters: { ...right, userEmail: [right.userEmail] } },
      "another userEmail"
    ],
    ["another customer", { type: EMAIL, parameters: { ...right, userId: other } }, "another userId"],
    ["another activity", { type: DELETE, parameters: right }, "names another activity"]
  ])("FA4: is not signed when the payload names %s", async (_, given, problem) => {
    const { customers, sent } = handing(given)
    const attempt = customers.changeEmail(customer, "New@example.com", { signer: await generateKeyPair() })
    await expect(attempt).rejects.toThrow(UnexpectedAnswerError)
    await expect(attempt).rejects.toThrow(problem)
    expect(sent).toHaveLength(1)
  })
})

/** A backend with a pending change, whose target key this key signs, and which accepts only the code 654321. */
const proving = async (key: Uint8Array) => {
  const target = await generateKeyPair()
  const bundle = await makeOtpTargetBundle({
    target: target.publicKey,
    signer: publicKeyOf(key),
    sign: (bytes) => signP256(bytes, key)
  })
  const pending = { email: "new@example.com", expiresAt: "2025-10-14T08:00:00Z", otpEncryptionTargetBundle: bundle }
  const sent: Array<string> = []
  const serve: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace("/2025-10-13", "")
    sent.push(path.slice(path.lastIndexOf("/") + 1))
    if (path.endsWith("/challenge")) return json(200, pending)
    const { encryptedOtpBundle, undoToken } = JSON.parse(await request.text())
    if (undoToken !== undefined) return json(200, { id: customer, email: "old@example.com" })
    const sealed = parseOtpBundle(encryptedOtpBundle)
    const { code } = parseOtpPlaintext(await open({ recipientPrivateKey: target.privateKey, sealed }))
    return code === "654321"
      ? json(200, { id: customer, email: "new@example.com" })
      : json(401, { status: 401, code: "UNAUTHORIZED", message: "wrong", reason: "Invalid OTP code", docs: "x" })
  }
  return { pending, sent, customers: clientOf({ fetch: serve }).customers }
}

describe("the proof of a new address", () => {
  it("AD1: requests the code again after a wrong one, and returns the customer with the new address", async () => {
    const { customers, pending, sent } = await proving(signerKey)
    const asked: Array<number> = []
    const code = (_: PendingEmail, attempt: number) => {
      asked.push(attempt)
      return attempt === 1 ? "111111" : "654321"
    }
    expect((await customers.proveEmail(customer, { code, pending })).email).toBe("new@example.com")
    expect([asked, sent]).toEqual([
      [1, 2],
      ["verify", "verify"]
    ])
  })

  it("AD1: has a new code mailed when it gets no pending change", async () => {
    const { customers, sent } = await proving(signerKey)
    await customers.proveEmail(customer, { code: () => "654321" })
    expect(sent).toEqual(["challenge", "verify"])
  })

  it("AD2: requests no code for a target key that the server did not sign", async () => {
    const { customers, pending, sent } = await proving((await generateKeyPair()).privateKey)
    const code = () => expect.unreachable()
    await expect(customers.proveEmail(customer, { code, pending })).rejects.toThrow(UnexpectedAnswerError)
    await expect(customers.proveEmail(customer, { code })).rejects.toThrow("bundleSigner did not sign")
    expect(sent).toEqual(["challenge"])
  })

  it("AD5: sends an undo token, and returns the customer with the restored address", async () => {
    const { customers, sent } = await proving(signerKey)
    expect((await customers.undoEmail(customer, "TOKEN")).email).toBe("old@example.com")
    expect(sent).toEqual(["undo"])
  })
})

describe("a customer", () => {
  it("FA3: is deleted by a signature, without a body", async () => {
    const { customers, sent } = handing({
      type: DELETE,
      parameters: { deleteWithoutExport: true, userId: customer, walletIds: [] }
    })
    await customers.delete(customer, { signer: await generateKeyPair() })
    expect(sent.map(({ body, method }) => [method, body])).toEqual([
      ["DELETE", ""],
      ["DELETE", ""]
    ])
  })

  it.each<readonly [string, Given]>([
    ["another customer", { type: DELETE, parameters: { deleteWithoutExport: true, userId: other, walletIds: [] } }],
    ["another activity", { type: EMAIL, parameters: { userId: customer } }]
  ])("FA3: is not signed when the payload is for %s", async (_, given) => {
    const { customers, sent } = handing(given)
    await expect(customers.delete(customer, { signer: await generateKeyPair() })).rejects.toThrow(UnexpectedAnswerError)
    expect(sent).toHaveLength(1)
  })
})
