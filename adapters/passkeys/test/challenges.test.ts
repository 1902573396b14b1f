import { base64url } from "@countersign/harness/passkeys/authenticator"
import { passkeyChallenge } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { authenticator, CHALLENGE, LOGIN, loggingIn, registered, registering, tryAssert } from "./given.ts"

describe("P6: the challenge of a login", () => {
  it("is accepted in either of its two encodings", async () => {
    const key = authenticator()
    const material = await registered(key)
    for (const challenge of LOGIN.accepted) expect(await loggingIn(key, material, { challenge })).toBe("ok")
  })

  const [decoded, asText] = LOGIN.accepted
  it.each([
    ["of another payload", passkeyChallenge("another payload").challenge],
    ["padded", `${decoded}=`],
    ["padded, in its other encoding", `${asText}==`],
    ["with other spare bits", `${decoded.slice(0, -1)}${decoded.endsWith("B") ? "A" : "B"}`],
    ["in the alphabet of base64", base64url(new Uint8Array(32).fill(255)).replaceAll("_", "/")],
    ["with white space", ` ${decoded}`],
    ["with a line break", `${decoded}\n`],
    ["cut short", decoded.slice(0, -1)],
    ["encoded three times", base64url(asText)],
    ["in hex", Buffer.from(decoded, "base64url").toString("hex")],
    ["in capitals", decoded.toUpperCase()],
    ["empty", ""]
  ])("is rejected %s", async (_, challenge) => {
    const key = authenticator()
    expect(await loggingIn(key, await registered(key), { challenge })).toBe("challenge")
  })

  it("is rejected in a non-canonical encoding even if that was the requested challenge", async () => {
    const key = authenticator()
    const material = await registered(key)
    for (const loose of [`${decoded}=`, "not base64url", "A"]) {
      const assertion = key.assert({ challenge: loose })
      expect((await tryAssert({ material, challenges: [loose], assertion })).outcome).toBe("challenge")
    }
  })

  it("is rejected when no challenge is accepted", async () => {
    const key = authenticator()
    const material = await registered(key)
    const assertion = key.assert({ challenge: decoded })
    expect((await tryAssert({ material, challenges: [], assertion })).outcome).toBe("challenge")
  })
})

describe("P6 and P15: the challenge of a registration", () => {
  it("equals the challenge that the backend created, as text", async () => {
    expect(await registering(authenticator(), { challenge: CHALLENGE, expected: LOGIN.challenge })).toBe("challenge")
    expect(await registering(authenticator(), { challenge: `${CHALLENGE}=`, expected: CHALLENGE })).toBe("challenge")
    expect(await registering(authenticator(), { challenge: base64url(CHALLENGE), expected: CHALLENGE })).toBe(
      "challenge"
    )
  })

  it("is base64url of at least 16 bytes", async () => {
    expect(await registering(authenticator(), { challenge: base64url(new Uint8Array(16)) })).toBe("ok")
    for (const challenge of ["", base64url(new Uint8Array(15)), `${CHALLENGE}==`, "not base64url at all!!"]) {
      expect(await registering(authenticator(), { challenge })).toBe("[challenge]")
    }
  })
})

describe("P11: the client data", () => {
  it("must have exactly the type of its ceremony", async () => {
    const key = authenticator()
    const material = await registered(key)
    for (const type of ["webauthn.get", "webauthn.create ", "WebAuthn.create", "payment.get", "public-key", ""]) {
      expect(await registering(key, { type })).toBe("type")
    }
    for (const type of ["webauthn.create", "webauthn.get ", "WebAuthn.get", "payment.get", "public-key", ""]) {
      expect(await loggingIn(key, material, { type })).toBe("type")
    }
  })

  it("may have unknown members, and token binding of any kind", async () => {
    const extras: ReadonlyArray<{ readonly [member: string]: unknown }> = [
      { new_keys_may_be_added_here: "do not compare clientDataJSON against a template" },
      { androidPackageName: "com.example.app" },
      { tokenBinding: { status: "present", id: "AAAA" } },
      { tokenBinding: "junk" },
      { tokenBinding: null },
      { tokenBinding: { status: "nonsense" } },
      { constructor: { name: 1 }, toString: [] }
    ]
    for (const clientData of extras) {
      const key = authenticator()
      const material = await registered(key, { clientData, fmt: "packed" })
      expect(await loggingIn(key, material, { clientData })).toBe("ok")
    }
  })

  const honest = (type: string, challenge: string) =>
    `"type":"${type}","challenge":"${challenge}","origin":"https://app.example.com"`
  const texts: ReadonlyArray<readonly [what: string, text: (members: string) => string]> = [
    ["empty", () => ""],
    ["no JSON", () => "webauthn"],
    ["an array", (members) => `[{${members}}]`],
    ["null", () => "null"],
    ["cut short", (members) => `{${members}`],
    ["two texts", (members) => `{${members}}{${members}}`],
    ["followed by a comma", (members) => `{${members},}`],
    ["with a key given twice", (members) => `{${members},"origin":"https://evil.test"}`],
    ["with a key given twice, once escaped", (members) => `{${members},"orig\\u0069n":"https://evil.test"}`],
    ["with a nested key given twice", (members) => `{${members},"x":{"a":1,"a":2}}`],
    ["with a prototype", (members) => `{${members},"__proto__":{"crossOrigin":true}}`],
    ["with a leading byte order mark", (members) => `\ufeff{${members}}`],
    ["with a NUL", (members) => `{${members},"x":"\\u0000"}`],
    ["nested too deep", (members) => `{${members},"x":${"[".repeat(500)}${"]".repeat(500)}}`],
    ["with a number for its type", (members) => `{${members.replace(/"webauthn[^"]*"/u, "1")}}`],
    ["without an origin", (members) => `{${members.replace(/,"origin".*/u, "")}}`]
  ]
  it.each(texts)("is malformed when it is %s", async (_, text) => {
    const create = text(honest("webauthn.create", CHALLENGE))
    expect(await registering(authenticator(), { clientDataText: create })).toBe("[clientDataJson]")
    const key = authenticator()
    const get = text(honest("webauthn.get", LOGIN.challenge))
    expect(await loggingIn(key, await registered(key), { clientDataText: get })).toBe("[clientDataJson]")
  })

  it("is malformed when it is not UTF-8", async () => {
    const key = authenticator()
    const material = await registered(key)
    const assertion = {
      ...key.assert({ challenge: LOGIN.challenge }),
      clientDataJson: base64url(Uint8Array.of(0x7b, 0xff, 0x7d))
    }
    expect((await tryAssert({ material, challenges: LOGIN.accepted, assertion })).outcome).toBe("[clientDataJson]")
  })

  it("may have white space and any order of members, because its signature covers the bytes", async () => {
    const key = authenticator()
    const material = await registered(key)
    const clientDataText = `{ "origin": "https://app.example.com",\n "challenge": "${LOGIN.challenge}", "type": "webauthn.get" }`
    expect(await loggingIn(key, material, { clientDataText })).toBe("ok")
  })
})
