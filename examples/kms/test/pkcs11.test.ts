import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vaultSuite } from "@countersign/testkit"
import koffi from "koffi"
import { beforeAll, describe, expect, it } from "vitest"
import { pkcs11 } from "../src/pkcs11.ts"

// Of Debian's package softhsm2, which the workflow of the slow tests installs.
const library = "/usr/lib/softhsm/libsofthsm2.so"
const pin = "1234"
const tool = (...options: ReadonlyArray<string>) => execFileSync("softhsm2-util", [...options, "--pin", pin])

/** Three tokens, each with keys of its own. */
const makeTokens = (): void => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-hsm-"))
  const [tokens, configuration, key] = ["tokens", "softhsm2.conf", "key"].map((name) => join(folder, name))
  mkdirSync(`${tokens}`)
  writeFileSync(`${configuration}`, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = configuration
  // A worker of the test runner has an environment of its own, which no library sees.
  koffi.load("libc.so.6").func("int setenv(str name, str value, int overwrite)")("SOFTHSM2_CONF", configuration, 1)
  for (const token of ["ours", "another", "closed"]) {
    tool("--init-token", "--free", "--label", token, "--so-pin", pin)
    for (const [nth, label] of ["one", "two"].entries()) {
      // softhsm2-util 2.6 ends a key at its first zero byte, and skips blanks.
      writeFileSync(`${key}`, randomBytes(16).toString("hex"))
      tool("--import", `${key}`, "--aes", "--token", token, "--label", label, "--id", `0${nth}`)
    }
  }
}

describe.skipIf(!existsSync(library))("keys in a module of PKCS#11 (SoftHSM)", () => {
  beforeAll(makeTokens)
  const port = (keyId: string, token = "ours") => pkcs11({ library, token, pin, keyId })

  vaultSuite({
    name: "PKCS#11",
    make: async () => ({ kms: await port("one"), rotated: await port("two"), foreign: await port("one", "another") }),
    canFail: false,
    describe,
    it,
    report: console.log
  })

  it("names a token, a key and a PIN that the module does not have", async () => {
    await expect(port("one", "a third")).rejects.toThrow("the module has no token with the label a third")
    await expect(pkcs11({ library, token: "closed", pin: "0000", keyId: "one" })).rejects.toThrow(
      "C_Login failed with 0x"
    )
    const kms = await port("three")
    const request = { keyId: "three", plaintext: randomBytes(32), signal: AbortSignal.timeout(60_000) }
    await expect(kms.encrypt(request)).rejects.toMatchObject({ because: "unknownKey" })
  })
})
