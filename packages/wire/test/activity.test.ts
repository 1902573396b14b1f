import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Activity, activity, canonicalJson } from "../src/index.ts"
import { codeOf } from "./codeOf.ts"

const organizationId = "org_test"
const timestampMs = 1775681700000
const around = (parameters: string, type: string) =>
  `{"organizationId":"org_test","parameters":${parameters},"timestampMs":"1775681700000","type":"ACTIVITY_TYPE_${type}"}`

const rows: ReadonlyArray<readonly [string, Activity, string]> = [
  [
    "adding an OIDC credential",
    {
      type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
      parameters: { userId: "u", oauthProviders: [{ providerName: "Google", oidcToken: "a.b.c" }] }
    },
    around('{"oauthProviders":[{"oidcToken":"a.b.c","providerName":"Google"}],"userId":"u"}', "CREATE_OAUTH_PROVIDERS")
  ],
  [
    "adding a passkey",
    {
      type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
      parameters: {
        userId: "u",
        authenticators: [
          {
            transports: ["usb", "internal"],
            challenge: "ch",
            authenticatorName: "Key",
            attestation: { credentialId: "id", clientDataJson: "cd", attestationObject: "ao" }
          }
        ]
      }
    },
    around(
      '{"authenticators":[{"attestation":{"attestationObject":"ao","clientDataJson":"cd","credentialId":"id"},"authenticatorName":"Key","challenge":"ch","transports":["usb","internal"]}],"userId":"u"}',
      "CREATE_AUTHENTICATORS_V2"
    )
  ],
  [
    "changing an e-mail address",
    { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters: { userId: "u", userEmail: "ada@example.com" } },
    around('{"userEmail":"ada@example.com","userId":"u"}', "UPDATE_USER_EMAIL")
  ],
  [
    "removing an e-mail address",
    { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters: { userEmail: "", userId: "u" } },
    around('{"userEmail":"","userId":"u"}', "UPDATE_USER_EMAIL")
  ],
  [
    "changing a phone number",
    { type: "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER", parameters: { userPhoneNumber: "+15550100", userId: "u" } },
    around('{"userId":"u","userPhoneNumber":"+15550100"}', "UPDATE_USER_PHONE_NUMBER")
  ],
  [
    "removing a passkey",
    { type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS", parameters: { userId: "u", authenticatorIds: ["b", "a"] } },
    around('{"authenticatorIds":["b","a"],"userId":"u"}', "DELETE_AUTHENTICATORS")
  ],
  [
    "removing an OIDC credential",
    { type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS", parameters: { userId: "u", providerIds: ["p"] } },
    around('{"providerIds":["p"],"userId":"u"}', "DELETE_OAUTH_PROVIDERS")
  ],
  [
    "ending a session",
    { type: "ACTIVITY_TYPE_DELETE_API_KEYS", parameters: { userId: "u", apiKeyIds: ["k"] } },
    around('{"apiKeyIds":["k"],"userId":"u"}', "DELETE_API_KEYS")
  ],
  [
    "deleting a customer",
    {
      type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
      parameters: { walletIds: ["w"], userId: "u", deleteWithoutExport: true }
    },
    around('{"deleteWithoutExport":true,"userId":"u","walletIds":["w"]}', "DELETE_SUB_ORGANIZATION")
  ],
  [
    "refreshing a session",
    { type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", parameters: { targetPublicKey: "04aa" } },
    around('{"targetPublicKey":"04aa"}', "CREATE_READ_WRITE_SESSION_V2")
  ],
  [
    "signing in with a one-time code",
    { type: "ACTIVITY_TYPE_OTP_LOGIN_V2", parameters: { verificationToken: "a.b.c", publicKey: "02aa" } },
    around('{"publicKey":"02aa","verificationToken":"a.b.c"}', "OTP_LOGIN_V2")
  ],
  [
    "exporting a wallet",
    { type: "ACTIVITY_TYPE_EXPORT_WALLET", parameters: { walletId: "w", targetPublicKey: "04aa" } },
    around('{"targetPublicKey":"04aa","walletId":"w"}', "EXPORT_WALLET")
  ],
  [
    "changing an internal account",
    {
      type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2",
      parameters: {
        signWith: "0xabc",
        payload: "00ff",
        hashFunction: "HASH_FUNCTION_NO_OP",
        encoding: "PAYLOAD_ENCODING_HEXADECIMAL"
      }
    },
    around(
      '{"encoding":"PAYLOAD_ENCODING_HEXADECIMAL","hashFunction":"HASH_FUNCTION_NO_OP","payload":"00ff","signWith":"0xabc"}',
      "SIGN_RAW_PAYLOAD_V2"
    )
  ],
  [
    "executing a quote, in its own order",
    {
      type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
      parameters: { type: "TRANSACTION_TYPE_ETHEREUM", unsignedTransaction: "02f0", signWith: "0xabc" }
    },
    '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2","timestampMs":"1775681700000","organizationId":"org_test","parameters":{"signWith":"0xabc","unsignedTransaction":"02f0","type":"TRANSACTION_TYPE_ETHEREUM"},"generateAppProofs":true}'
  ]
]

describe("the text a client signs", () => {
  it.each(rows)("for %s has exactly these bytes", (_, value, text) => {
    expect(activity({ organizationId, timestampMs, activity: value })).toBe(text)
  })

  it.each(rows)("for %s has its context inside the parameters, and changes with each part of it (R11)", (_, value) => {
    const context = { requestId: "Request:1", bodySha256: "aa", mode: "sandbox", "2": "two", "10": "ten" }
    const text = activity({ organizationId, timestampMs, activity: value, context })
    expect(JSON.parse(text).parameters).toEqual({ ...value.parameters, context })
    const changed = Object.keys(context).map((key) =>
      activity({ organizationId, timestampMs, activity: value, context: { ...context, [key]: "other" } })
    )
    expect(new Set([text, ...changed]).size).toBe(changed.length + 1)
    const written = Object.fromEntries(Object.entries(context).toReversed())
    expect(activity({ organizationId, timestampMs, activity: value, context: written })).toBe(text)
  })

  it("is canonical JSON for every operation except the quote", () => {
    for (const [, value] of rows) {
      const text = activity({ organizationId, timestampMs, activity: value, context: { b: "1", a: "é" } })
      const canonical = canonicalJson(JSON.parse(text))
      expect(text === canonical).toBe(value.type !== "ACTIVITY_TYPE_SIGN_TRANSACTION_V2")
    }
  })

  it("for a quote sorts its context by key at every level, beside members in their own order", () => {
    const quote = rows.flatMap(([, value]) => (value.type === "ACTIVITY_TYPE_SIGN_TRANSACTION_V2" ? [value] : []))
    const texts = quote.map((value) =>
      activity({ organizationId, timestampMs, activity: value, context: { b: "1", c: "2", a: "3" } })
    )
    expect(texts.map((text) => text.slice(text.indexOf('"context"'), text.indexOf("generateAppProofs")))).toEqual([
      '"context":{"a":"3","b":"1","c":"2"}},"'
    ])
    const nested = { payee: "é", destination: { digest: "00", accountType: "X", identifiers: { b: "1", a: "2" } } }
    const [value] = quote
    expect(value && activity({ organizationId, timestampMs, activity: value, context: nested })).toContain(
      '"context":{"destination":{"accountType":"X","digest":"00","identifiers":{"a":"2","b":"1"}},"payee":"é"}},"'
    )
  })

  it("accepts the first millisecond of the epoch", () => {
    const value = { type: "ACTIVITY_TYPE_EXPORT_WALLET", parameters: { walletId: "w", targetPublicKey: "" } } as const
    expect(activity({ organizationId, timestampMs: 0, activity: value })).toContain('"timestampMs":"0"')
  })

  it("writes text outside ASCII unchanged (R10)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (userEmail) => {
        const parameters = { userEmail, userId: "u" }
        const text = activity({
          organizationId,
          timestampMs,
          activity: { type: "ACTIVITY_TYPE_UPDATE_USER_EMAIL", parameters }
        })
        expect(JSON.parse(text).parameters).toEqual(parameters)
      })
    )
  })

  it("rejects a timestamp that is not whole milliseconds", () => {
    const value = { type: "ACTIVITY_TYPE_EXPORT_WALLET", parameters: { walletId: "w", targetPublicKey: "" } } as const
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(codeOf(() => activity({ organizationId, timestampMs: bad, activity: value }))).toBe("TIMESTAMP_INVALID")
    }
  })
})
