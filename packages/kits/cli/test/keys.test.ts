import { createHash } from "node:crypto"
import { runCommand } from "@countersign/harness/told"
import {
  decodeHex,
  decodeStamp,
  encodeHex,
  makeOtpTargetBundle,
  parseOtpBundle,
  publicKeyOf,
  sealSessionSigningKey,
  signP256,
  uncompressedHex,
  verifyStamp
} from "@countersign/wire"
import { createCountersign } from "countersign"
import { describe, expect, it } from "vitest"

const key = new Uint8Array(32).fill(5)
const hex = encodeHex(key)
const publicKey = publicKeyOf(key)

describe("countersign keys", () => {
  it("creates secrets that a service starts with, different each time", async () => {
    const made = JSON.parse((await runCommand(["keys", "--json"])).out)
    const countersign = createCountersign({
      keys: { vault: made.VAULT_KEY, service: made.SERVICE_KEY },
      tokens: [{ id: "a", secretSha256: made.TOKEN_SECRET_SHA256, platformId: "p", mode: "sandbox" }]
    })
    expect(countersign.bundleSigner).toBe(made.BUNDLE_SIGNER)
    expect(countersign.receiptSigners).toEqual([made.RECEIPT_SIGNER])
    expect(createHash("sha256").update(made.TOKEN_SECRET).digest("hex")).toBe(made.TOKEN_SECRET_SHA256)
    const requested = new Request("http://x.test/2025-10-13/customers", {
      headers: { authorization: `Basic ${btoa(`a:${made.TOKEN_SECRET}`)}` }
    })
    expect((await countersign.handler(requested)).status).toBe(200)
    await countersign.close()
    const { code, out } = await runCommand(["keys"])
    expect([
      code,
      out
        .trim()
        .split("\n")
        .map((line) => line.split("=")[0])
    ]).toEqual([0, Object.keys(made)])
    expect(out).not.toContain(made.VAULT_KEY)
  })
})

describe("countersign stamp, seal and open", () => {
  it("create stamps that a service accepts, with a key from the environment or an option", async () => {
    for (const [args, env] of [
      [[], { COUNTERSIGN_PRIVATE_KEY: `${hex}\n` }],
      [["--key", hex], {}]
    ] as const) {
      const { code, out } = await runCommand(["stamp", "--payload", '{"a":"é"}', ...args], env)
      expect([code, verifyStamp(decodeStamp(out.trim()), '{"a":"é"}')]).toEqual([0, true])
    }
  })

  it("reject an invalid key with a remedy, and without repeating it", async () => {
    for (const wrong of ["", "05", `${hex}00`, "f".repeat(64), "z".repeat(64)]) {
      const { code, err, out } = await runCommand(["stamp", "--payload", "x", "--key", wrong])
      expect([code, out, err]).toEqual([
        1,
        "",
        "Pass a private key of P-256, 64 hex characters: --key @file, or COUNTERSIGN_PRIVATE_KEY\n"
      ])
    }
    expect((await runCommand(["stamp"])).code).toBe(2)
  })

  it("encrypt a code to a trusted bundle, and to no other", async () => {
    const bundle = await makeOtpTargetBundle({
      target: publicKey,
      signer: publicKey,
      sign: (bytes) => signP256(bytes, key)
    })
    const args = ["seal", "--bundle", bundle, "--code", "123456", "--public-key", publicKey, "--bundle-signer"]
    const { code, out } = await runCommand([...args, uncompressedHex(publicKey)])
    expect([code, parseOtpBundle(out.trim()).enc.length]).toEqual([0, 65])
    const other = await runCommand([...args, publicKeyOf(new Uint8Array(32).fill(6))])
    expect([other.code, other.err]).toEqual([1, "The bundle is signed by a key that is not trusted\n"])
  })

  it("decrypt the key of a session", async () => {
    const session = new Uint8Array(32).fill(9)
    const sealed = await sealSessionSigningKey({ recipient: publicKey, privateKey: session })
    const { code, out } = await runCommand(["open", "--sealed", sealed, "--key", hex, "--json"])
    expect([code, JSON.parse(out)]).toEqual([0, { publicKey: publicKeyOf(session), privateKey: encodeHex(session) }])
    expect(decodeHex(JSON.parse(out).privateKey)).toEqual(session)
    expect((await runCommand(["open", "--sealed", sealed, "--key", encodeHex(session)])).code).toBe(1)
  })
})
