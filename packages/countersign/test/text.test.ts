import { person, usd, withInfo } from "@countersign/harness/externalAccounts"
import { businessInfo, passkeyAddition, RP, registrationChallenge, signed } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const mailer = { domains: ["acme.example"], sendCode: async () => {}, sendNotice: async () => {} }
const world = makeWorld({ mailer, logs: "none" })
afterAll(() => world.countersign.close())

const post = (path: string, body: object) => world.call(callers.a, "POST", path, { body })
let firm = ""
let accountId = ""
beforeAll(async () => {
  firm = (await post("/customers", { customerType: "BUSINESS", businessInfo })).body.id
  accountId = (await world.customer(callers.a)).accountId
})

const ofPerson = (field: string) => (text: string) => post("/customers", { customerType: "INDIVIDUAL", [field]: text })
const ofBusiness = (field: string) => (text: string) =>
  post("/customers", { customerType: "BUSINESS", businessInfo: { ...businessInfo, [field]: text } })
const ofOwner = (field: string) => (text: string) =>
  post("/beneficial-owners", {
    customerId: firm,
    personalInfo: { firstName: "Ada", lastName: "Lovelace", birthDate: "1990-01-01", nationality: "GB", [field]: text }
  })
const ofPayee = (beneficiary: object) => (field: string) => (text: string) =>
  post("/platform/external-accounts", withInfo(usd(), { beneficiary: { ...beneficiary, [field]: text } }))
const operator = (field: string) => (text: string) =>
  world.call(callers.support, "POST", `/operator/accounts/${accountId}/end-sessions`, {
    body: { actor: "Ada", reason: "Lost phone", [field]: text }
  })

type Send = (text: string) => Promise<{ readonly status: number; readonly body: unknown }>

/** Every entry of a name, and one of each kind of other text. */
const entries: ReadonlyArray<readonly [string, Send]> = [
  ["fullName of a customer", ofPerson("fullName")],
  ["platformCustomerId", ofPerson("platformCustomerId")],
  ["legalName of a customer", ofBusiness("legalName")],
  ["doingBusinessAs", ofBusiness("doingBusinessAs")],
  ["sourceOfFunds", ofBusiness("sourceOfFunds")],
  ["taxId", ofBusiness("taxId")],
  ["firstName of an owner", ofOwner("firstName")],
  ["middleName of an owner", ofOwner("middleName")],
  ["lastName of an owner", ofOwner("lastName")],
  [
    "a line of an address",
    (line1) => post("/customers", { customerType: "INDIVIDUAL", address: { line1, postalCode: "1", country: "GB" } })
  ],
  ["fullName of a payee", ofPayee(person)("fullName")],
  ["legalName of a payee", ofPayee({ ...person, beneficiaryType: "BUSINESS", fullName: undefined })("legalName")],
  ["platformAccountId", (platformAccountId) => post("/platform/external-accounts", { ...usd(), platformAccountId })],
  ["name of a token", (name) => post("/tokens", { name, permissions: ["VIEW"] })],
  ["actor of an operator", operator("actor")],
  ["reason of an operator", operator("reason")]
]

const HOSTILE = [
  "Ada\u202Egnp.exe",
  "Ada\u200Bphone",
  "Ada\u{E0041}",
  "\u3164",
  "\u115F",
  "\u2800",
  "\uFFA0",
  "Ada\nBcc: eve"
]

describe("text that reaches a person (I24)", () => {
  it.each(entries)("GA22: %s takes visible text alone", async (_, send) => {
    for (const text of HOSTILE) expect([text, (await send(text)).status]).toEqual([text, 400])
    for (const text of ["J. R. Smith", "Zoë O’Hara", "Smith & Sons Ltd.", "محمد علي", "王小明"]) {
      const { body, status } = await send(text)
      expect([text, status < 300, body]).toEqual([text, true, body])
    }
  })

  it("GD11, GA22: a nickname takes what a device is called, before a passkey is stored", async () => {
    const { accountId, credentialId } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, credentialId)
    const add = (nickname: string) =>
      signed(world, callers.a, keys, {
        method: "POST",
        path: "/auth/credentials",
        body: passkeyAddition(accountId, makeAuthenticator(RP), registrationChallenge(), nickname)
      })
    for (const nickname of ["Ada’s iPhone", "Work / home & #2 + spare: blue", "é".repeat(64).normalize("NFD")]) {
      expect((await add(nickname)).body.nickname).toBe(nickname.normalize("NFC"))
    }
    for (const nickname of [...HOSTILE, "x".repeat(65), "...", ""]) {
      expect([nickname, (await add(nickname)).status]).toEqual([nickname, 400])
    }
  })

  it.each(["sendFromEmailAddress", "replyToEmailAddress"])(
    "GA6: %s is in a domain of the host's mailer, or refused with the domains",
    async (field) => {
      const set = (address: string) =>
        world.call(callers.live, "PATCH", "/config", { body: { embeddedWalletConfig: { [field]: address } } })
      const { body, status } = await set("stop@acme-stop.example")
      expect([status, body.reason, body.details.errors]).toEqual([
        400,
        "Config refused",
        [
          {
            field: `embeddedWalletConfig.${field}`,
            message: "The address is in a domain that the host's mailer does not list. Send an address in acme.example."
          }
        ]
      ])
      expect((await set("help@sub.acme.example")).status).toBe(400)
      expect((await set("help@Acme.example")).status).toBe(200)
    }
  )

  it("GA6: a mailer that lists no domains takes no address of a platform", async () => {
    const own = makeWorld({ logs: "none" })
    const { status } = await own.call(callers.live, "PATCH", "/config", {
      body: { embeddedWalletConfig: { replyToEmailAddress: "help@acme.example" } }
    })
    expect(status).toBe(400)
    await own.countersign.close()
  })

  it.each(["appName", "sendFromEmailSenderName"])("GA6: %s is a brand name", async (field) => {
    const set = (name: string) =>
      world.call(callers.live, "PATCH", "/config", { body: { embeddedWalletConfig: { [field]: name } } })
    const hostile = "Acme. Was this not you? Stop it now at https://acme-stop.example/cancel: 672 498"
    for (const name of [hostile, "acme-stop.example", "Acme\u202E", "a/b", "a:b", "a@b", "A".repeat(41)]) {
      expect([name, (await set(name)).status]).toEqual([name, 400])
    }
    for (const name of ["Acme", "Smith & Sons Ltd.", "بنك الشرق"]) expect((await set(name)).status).toBe(200)
  })

  it.each([
    ["a bare domain", "thief.example"],
    ["mailto", "mailto:eve"],
    ["a full-width dot", "thief．example"],
    ["a bidirectional mark", "\u202Eabc"],
    ["three line breaks", "\n\n\nx"]
  ])("GA7: a template with %s is refused", async (_, more) => {
    const set = (text: string) =>
      world.call(callers.support, "PATCH", "/platform/settings", {
        body: { revision: 0, mail: { code: { subject: "{{appName}} sign-in", text } } }
      })
    expect((await set(`{{code}} ${more}`)).status).toBe(400)
    expect((await set(`${"a\n".repeat(700)}{{code}}`)).status).toBe(400)
  })
})
