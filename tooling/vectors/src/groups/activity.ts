import type { Fields } from "@countersign/vectors"
import { type Activity, sha256Hex, activity as write } from "@countersign/wire"
import { checked, type Group, signedText, valid, wrong } from "../Group.ts"
import { textOf } from "../Input.ts"
import { hexOf, payload, recipient } from "../signing.ts"

export const activity: Group = {
  name: "activity",
  about:
    "The text that a user signs: compact JSON with sorted keys, timestampMs as decimal text. Only a quote has unsorted keys. Sign the text as received; never serialize it again.",
  operations: {
    activity: {
      says: "Writes the text of one operation. type has no prefix ACTIVITY_TYPE_: EXPORT_WALLET means ACTIVITY_TYPE_EXPORT_WALLET. A context is added to the parameters. bytes is the length in UTF-8, digest its SHA-256.",
      run: (input) => {
        const context = input.has("context") ? { context: textsOf(input.record("context")) } : {}
        const activity = { type: input.text("type"), parameters: input.record("parameters") }
        if (!isActivity(activity)) throw new TypeError("No activity, or other parameters than it has")
        const [organizationId, timestampMs] = [input.text("organizationId"), input.number("timestampMs")]
        return signedText(write({ organizationId, timestampMs, activity, ...context }))
      }
    },
    checkDigest: {
      says: "Succeeds when digest is the lower-case hex of the SHA-256 of the UTF-8 bytes of payload.",
      run: (input) =>
        checked(sha256Hex(input.text("payload")) === input.text("digest"), "DIGEST_MISMATCH", { matches: true })
    }
  },
  cases: () => ({
    activity: [
      valid(
        "a session refresh, 277 bytes",
        of("CREATE_READ_WRITE_SESSION_V2", { targetPublicKey: recipient.uncompressed }),
        { text: payload, bytes: 277, digest: DIGEST }
      ),
      ...ROWS.map(([name, type, parameters, text]) =>
        valid(name, of(type, parameters), text === undefined ? undefined : signedText(around(text, type)))
      ),
      valid("a quote, in its own order", of("SIGN_TRANSACTION_V2", QUOTE), signedText(QUOTED)),
      ...RAW.map(([name, shown]) => {
        const text = `{"encoding":"PAYLOAD_ENCODING_HEXADECIMAL","hashFunction":"HASH_FUNCTION_NO_OP","payload":"${hexOf(shown)}","signWith":"a"}`
        return valid(
          `${name}: the hex of canonical JSON`,
          of("SIGN_RAW_PAYLOAD_V2", raw("a", hexOf(shown))),
          signedText(around(text, "SIGN_RAW_PAYLOAD_V2"))
        )
      }),
      valid("a context inside the parameters", {
        ...of("DELETE_API_KEYS", { userId: "u", apiKeyIds: ["k"] }),
        context: CONTEXT
      }),
      valid("a quote with a context", { ...of("SIGN_TRANSACTION_V2", QUOTE), context: CONTEXT }),
      ...TIMES.map(([name, timestampMs, why]) =>
        wrong(name, { ...of("EXPORT_WALLET", WALLET), timestampMs }, "TIMESTAMP_INVALID", why)
      )
    ],
    checkDigest: [
      valid("the payload as it came", { payload, digest: DIGEST }, { matches: true }),
      ...REWRITTEN.map(([name, text, why]) => wrong(name, { payload: text, digest: DIGEST }, "DIGEST_MISMATCH", why))
    ]
  })
}

/** The names of the parameters of each activity. */
const PARAMETERS: Readonly<Record<Activity["type"], string>> = {
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: "authenticators userId",
  ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: "oauthProviders userId",
  ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: "targetPublicKey",
  ACTIVITY_TYPE_DELETE_API_KEYS: "apiKeyIds userId",
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: "authenticatorIds userId",
  ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: "providerIds userId",
  ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: "deleteWithoutExport userId walletIds",
  ACTIVITY_TYPE_EXPORT_WALLET: "targetPublicKey walletId",
  ACTIVITY_TYPE_OTP_LOGIN_V2: "publicKey verificationToken",
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: "encoding hashFunction payload signWith",
  ACTIVITY_TYPE_SIGN_TRANSACTION_V2: "signWith type unsignedTransaction",
  ACTIVITY_TYPE_UPDATE_USER_EMAIL: "userEmail userId",
  ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: "userId userPhoneNumber"
}

const isActivity = (given: { readonly type: string; readonly parameters: Fields }): given is Activity =>
  Object.entries(PARAMETERS).some(
    ([type, names]) => type === given.type && names === Object.keys(given.parameters).toSorted().join(" ")
  )

const DIGEST = "2884ef624845ab5b1790db195bb2cd86f50b0e367acc2f34c4129dcf1a9acd33"
const WALLET = { walletId: "w", targetPublicKey: "04aa" }
const QUOTE = { type: "TRANSACTION_TYPE_ETHEREUM", unsignedTransaction: "02f0", signWith: "0xabc" }
const QUOTED =
  '{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2","timestampMs":"1775681700000","organizationId":"org_test","parameters":{"signWith":"0xabc","unsignedTransaction":"02f0","type":"TRANSACTION_TYPE_ETHEREUM"},"generateAppProofs":true}'
const CONTEXT = { requestId: "Request:018f3c5e-0000-7000-8000-000000000000", mode: "sandbox", bodySha256: "aa", A: "é" }

const of = (type: string, parameters: Fields): Fields => ({
  organizationId: "org_test",
  timestampMs: 1_775_681_700_000,
  type: `ACTIVITY_TYPE_${type}`,
  parameters
})

const textsOf = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))

const around = (parameters: string, type: string): string =>
  `{"organizationId":"org_test","parameters":${parameters},"timestampMs":"1775681700000","type":"ACTIVITY_TYPE_${type}"}`

const raw = (signWith: string, payload: string): Fields => ({
  ...{ signWith, payload, hashFunction: "HASH_FUNCTION_NO_OP" },
  encoding: "PAYLOAD_ENCODING_HEXADECIMAL"
})

const TIMES: ReadonlyArray<readonly [name: string, timestampMs: number, why: string]> = [
  ["a time before the epoch", -1, "Whole milliseconds since the epoch."],
  ["half a millisecond", 0.5, "Whole milliseconds since the epoch."],
  ["a time of 2^53", 2 ** 53, "Beyond it a double does not represent every integer."]
]

const ROWS: ReadonlyArray<readonly [name: string, type: string, parameters: Fields, text?: string]> = [
  [
    "adding an OIDC credential",
    "CREATE_OAUTH_PROVIDERS",
    { userId: "u", oauthProviders: [{ providerName: "Google", oidcToken: "a.b.c" }] },
    '{"oauthProviders":[{"oidcToken":"a.b.c","providerName":"Google"}],"userId":"u"}'
  ],
  [
    "adding a passkey",
    "CREATE_AUTHENTICATORS_V2",
    {
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
  ],
  [
    "changing an e-mail address",
    "UPDATE_USER_EMAIL",
    { userId: "u", userEmail: "zoë@example.com" },
    '{"userEmail":"zoë@example.com","userId":"u"}'
  ],
  ["removing an e-mail address", "UPDATE_USER_EMAIL", { userId: "u", userEmail: "" }],
  [
    "changing a phone number",
    "UPDATE_USER_PHONE_NUMBER",
    { userPhoneNumber: "+15550100", userId: "u" },
    '{"userId":"u","userPhoneNumber":"+15550100"}'
  ],
  [
    "removing passkeys, lists in their order",
    "DELETE_AUTHENTICATORS",
    { userId: "u", authenticatorIds: ["b", "a"] },
    '{"authenticatorIds":["b","a"],"userId":"u"}'
  ],
  ["removing an OIDC credential", "DELETE_OAUTH_PROVIDERS", { userId: "u", providerIds: ["p"] }],
  ["ending a session", "DELETE_API_KEYS", { userId: "u", apiKeyIds: ["k"] }, '{"apiKeyIds":["k"],"userId":"u"}'],
  [
    "deleting a customer",
    "DELETE_SUB_ORGANIZATION",
    { walletIds: ["w"], userId: "u", deleteWithoutExport: true },
    '{"deleteWithoutExport":true,"userId":"u","walletIds":["w"]}'
  ],
  [
    "signing in with a code",
    "OTP_LOGIN_V2",
    { verificationToken: "a.b.c", publicKey: "02aa" },
    '{"publicKey":"02aa","verificationToken":"a.b.c"}'
  ],
  ["exporting a wallet", "EXPORT_WALLET", WALLET, '{"targetPublicKey":"04aa","walletId":"w"}'],
  ["changing an internal account", "SIGN_RAW_PAYLOAD_V2", raw("0xabc", "00ff")]
]

/** The canonical JSON of each call that signs a raw payload, as its author wrote it. */
const RAW: ReadonlyArray<readonly [name: string, shown: string]> = [
  ["the privacy of a wallet", '{"accountId":"a","privateEnabled":true}'],
  ["ending the other sessions", '{"revokeOtherSessions":{"accountId":"a"}}'],
  ["confirming a credential", '{"confirmCredential":{"credentialId":"c"}}'],
  ["renaming a passkey", '{"renameCredential":{"credentialId":"c","nickname":"Zoë’s phone"}}'],
  ["making recovery codes", '{"createRecoveryCodes":{"accountId":"a","clientPublicKey":"04aa"}}'],
  ["adding a guardian", '{"addGuardian":{"guardianId":"g","nickname":"Grace","passkey":"id"}}'],
  ["removing a guardian", '{"removeGuardian":{"guardianId":"g"}}'],
  ["cancelling a recovery", '{"cancelRecovery":{"recoveryId":"r"}}']
]

const REWRITTEN: ReadonlyArray<readonly [name: string, payload: string, why: string]> = [
  ["written anew with a space after each colon", payload.replaceAll('":', '": '), "Compact JSON."],
  ["the time as a number", payload.replace('"1775681700000"', "1775681700000"), "Decimal text."],
  [
    "type first",
    `{"type":"ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",${payload.replace(/^\{|,"type":"[A-Z_0-9]+"/gu, "")}`,
    "Sorted keys."
  ],
  [
    "the key in upper case",
    payload.replace(recipient.uncompressed, recipient.uncompressed.toUpperCase()),
    "The text exactly as received."
  ],
  ["an underscore in escapes", payload.replace("org_test", "org\\u005ftest"), "The same value, but another text."],
  ["a line feed at the end", `${payload}\n`, "No additional byte."],
  ["nothing", "", "The whole text."]
]
