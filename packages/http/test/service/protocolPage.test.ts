import { readFileSync } from "node:fs"
import { SIGNED_OPERATIONS } from "@countersign/core"
import { addOauth, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { codesOf, completing, startByCode } from "@countersign/harness/recovery/kit"
import { recoverable, type SignedCall, signedCallsOf } from "@countersign/harness/signedCalls"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { decodeHex, decodeUtf8 } from "@countersign/wire"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")
const page = read("docs/reference/protocol.md")

/** The rows of the first table below a heading cell. */
const rowsBelow = (heading: string) => {
  const [, below = ""] = page.split(`\n| ${heading} |`)
  const lines = below.split("\n").slice(2)
  return lines
    .slice(
      0,
      Math.max(
        0,
        lines.findIndex((line) => !line.startsWith("|"))
      )
    )
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/gu, "")))
}
const payloads = rowsBelow("Call | `type`, after `ACTIVITY_TYPE_` | `parameters` beside `context`")
const templateOf = (path: string) => path.replace(/[A-Za-z]+:[0-9a-f-]{36}/gu, "{id}")
const rowOf = (method: string, path: string, type = "") => {
  const call = `\`${method} ${templateOf(path)}\``
  const rows = payloads.filter(([cell = ""]) => cell.startsWith(call))
  return rows.find(([cell = ""]) => cell.includes(type)) ?? rows[0]
}

/** The operations whose first leg answers a payload to sign, as the released document has them. */
const operations = Object.entries(
  JSON.parse(read("docs/generated/openapi.json")).paths as Readonly<Record<string, Readonly<Record<string, object>>>>
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    JSON.stringify(operation).includes("SignedRequestChallenge") ? [`${method.toUpperCase()} ${path}`] : []
  )
)

const world = makeWorld({ logs: "none" })
let calls: ReadonlyArray<SignedCall> = []
beforeAll(async () => {
  await recoverable(world)
  calls = await signedCallsOf(world, callers.a)
})
afterAll(() => world.countersign.close())

describe("GC5: the page of the protocol", () => {
  it("has a row for every operation that answers a payload to sign", () => {
    expect(operations.length).toBeGreaterThanOrEqual(15)
    expect(operations.filter((each) => !payloads.some(([cell = ""]) => cell.startsWith(`\`${each}\``)))).toEqual([])
  })

  it("names the payload of every signed call that the service makes, with its parameters", async () => {
    const seen: Array<string> = []
    for (const { body, method, name, path } of calls) {
      const { body: challenge, status } = await world.call(callers.a, method, path, body === undefined ? {} : { body })
      expect([name, status]).toEqual([name, 202])
      requireRow(name, method, path, challenge.payloadToSign, Reflect.get(body ?? {}, "type"))
      seen.push(JSON.parse(challenge.payloadToSign).parameters.context.operation)
    }
    const waiting = makeWorld({ logs: "none", policy: { credentialConfirmation: 3_600_000 } })
    const { accountId, credentialId } = await waiting.customer(callers.a)
    const { keys } = await session(waiting, callers.a, credentialId)
    const added = await addOauth(waiting, callers.a, accountId, keys)
    const path = `/auth/credentials/${added.credentialId}/confirm`
    const confirm = await waiting.call(callers.a, "POST", path)
    requireRow("confirm", "POST", path, confirm.body.payloadToSign)
    const others = await waiting.call(callers.a, "POST", "/auth/sessions/revoke-others", { body: { accountId } })
    requireRow("revoke others", "POST", "/auth/sessions/revoke-others", others.body.payloadToSign)
    await waiting.countersign.close()
    seen.push("ConfirmCredential", "RevokeOtherSessions", "ExecuteQuote")
    // Each operation that a policy may name is among them.
    expect(
      Object.values(SIGNED_OPERATIONS)
        .flat()
        .filter((each) => !seen.includes(each))
    ).toEqual([])
  })

  it("gives the completion of a recovery the payload of the credential that it adds", async () => {
    const of = calls.find(({ name }) => name === "privacy") ?? expect.unreachable()
    const accountId = of.path.replace("/internal-accounts/", "")
    const { codes } = await codesOf(world, callers.a, accountId, of.keys)
    const { body: recovery } = await startByCode(world, callers.a, accountId)
    const credential = passkeyAddition(accountId, makeAuthenticator(RP))
    const { first } = await completing(world, callers.a, recovery, codes[0] ?? "", credential)
    expect(JSON.parse(first.body.payloadToSign).type).toBe("ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2")
    expect(rowOf("POST", `/auth/recoveries/${recovery.id}/complete`)?.[1]).toContain("`POST /auth/credentials`")
  })

  it.each([
    ["addresses", "pendingEmail", "/email/verify", "/email/challenge", "/email/undo", "undoToken"],
    ["recovery", "/auth/recovery-codes", "/auth/guardians", "/start-recovery", "/cancel", "cancelToken", "usableFrom"],
    ["step-up", "`stepUp`", "STEP_UP_REQUIRED", "ACCOUNT_HELD", "ACCOUNT_SUSPENDED"],
    ["compressed client keys", "**compressed** (66 characters)"],
    ["the halves of s", "The server writes the lower"],
    ["the clock of iat", "/sandbox/clock"],
    ["deletions", "Customer has funds", "CUSTOMER_DELETED"],
    ["masked account data", "masked: of numbers and addresses of accounts the last four characters"],
    ["the keys of verification tokens", "GET /auth/keys"]
  ])("describes %s", (_, ...words) => {
    for (const word of words) expect(page).toContain(word)
  })
})

const RAW = ["encoding", "hashFunction", "payload", "signWith"]

/** Compares the row of a call with the payload that the service sent. */
const requireRow = (name: string, method: string, path: string, payloadToSign: string, type?: unknown) => {
  const row = rowOf(method, path, typeof type === "string" ? type : "") ?? []
  const payload = JSON.parse(payloadToSign)
  const { context: _, ...parameters } = payload.parameters
  expect([name, row[1]?.includes(`\`${payload.type.replace("ACTIVITY_TYPE_", "")}\``)]).toEqual([name, true])
  const isRaw = payload.type === "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"
  if (isRaw) expect([name, Object.keys(parameters).toSorted()]).toEqual([name, RAW])
  const shown = isRaw ? JSON.parse(decodeUtf8(decodeHex(parameters.payload))) : parameters
  const names = Object.keys(isRaw && name !== "privacy" ? (Object.values(shown)[0] ?? {}) : shown)
  const wanted = isRaw && name !== "privacy" ? [...Object.keys(shown), ...names] : names
  // The fields of the body stand for themselves.
  const missing = wanted.filter((each) => each !== "privateEnabled" && row[2]?.includes(each) !== true)
  expect([name, missing]).toEqual([name, []])
}
