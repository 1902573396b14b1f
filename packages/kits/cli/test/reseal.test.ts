import { createHash } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "@countersign/harness/told"
import { type CountersignOptions, createCountersign, secretDigest } from "countersign"
import { memoryStore } from "countersign/effect"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"

const hexOf = (name: string) => createHash("sha256").update(name).digest("hex")
const [old, fresh, service] = ["old", "fresh", "service"].map(hexOf) as [string, string, string]

const file = join(mkdtempSync(join(tmpdir(), "countersign-reseal-")), "config.mjs")
writeFileSync(file, "export default () => globalThis.optionsUnderTest")

/** Runs the command on these options, as a module would export them. */
const reseal = async (options: CountersignOptions, ...args: ReadonlyArray<string>) => {
  Object.assign(globalThis, { optionsUnderTest: options })
  return runCommand(["reseal", "--config", file, ...args], { SECRET_OF_A_HOST: old })
}

const makeSetup = () => {
  const store = Layer.succeedContext(Effect.runSync(Effect.scoped(Layer.build(memoryStore))))
  const on = (vault: string | ReadonlyArray<string>): CountersignOptions => ({
    tokens: [{ id: "desk", secretSha256: secretDigest("s"), platformId: "acme", mode: "sandbox" }],
    keys: { vault, wallets: old, service },
    store,
    logs: "none"
  })
  /** Creates an account that is encrypted under the first of these keys, and the event of its verification. */
  const account = async (vault: string | ReadonlyArray<string>, platformId = "acme") => {
    const countersign = createCountersign(on(vault))
    await countersign.api.in({ platformId, mode: "sandbox" }).externalAccounts.create({
      currency: "MXN",
      accountInfo: {
        accountType: "MXN_ACCOUNT",
        clabeNumber: "032180000118359719",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" }
      }
    })
    await countersign.close()
  }
  return { on, account }
}

describe("countersign reseal", () => {
  it("re-encrypts records of the older key, and reports until when its events remain", async () => {
    const { account, on } = makeSetup()
    await account(old)
    const first = await reseal(on([fresh, old]), "--json")
    const { environments, isDone } = JSON.parse(first.out)
    expect([first.code, isDone]).toEqual([3, false])
    expect(environments).toEqual([
      { environment: "sandbox/acme", resealed: 1, aging: 1, until: expect.stringMatching(/^\d{4}-.+Z$/u) }
    ])
    const repeated = await reseal(on([fresh, old]))
    expect(repeated.code).toBe(3)
    expect(repeated.out).toMatch(/^sandbox\/acme: 0 re-encrypted; 1 events are under an older key until /u)
  })

  it("reports that the older key is not needed when no record uses it", async () => {
    const { account, on } = makeSetup()
    await account([fresh, old])
    const { code, out } = await reseal(on([fresh, old]))
    expect([code, out.split("\n")[0]]).toEqual([0, "sandbox/acme: 0 re-encrypted"])
    expect(out).toContain("No record needs an older key.")
  })

  it("processes environments without a token when they are named, each once", async () => {
    const { account, on } = makeSetup()
    await account(old, "elsewhere")
    const named = ["--environment", "sandbox/elsewhere", "--environment", "sandbox/acme"]
    const { environments } = JSON.parse((await reseal(on([fresh, old]), "--json", ...named)).out)
    expect(environments.map(({ environment, resealed }: Record<string, unknown>) => [environment, resealed])).toEqual([
      ["sandbox/acme", 0],
      ["sandbox/elsewhere", 1]
    ])
    expect((await reseal(on([fresh, old]), "--environment", "staging/acme")).code).toBe(2)
  })

  it("I8: rejects options that a service would not start with, in its words and without a secret", async () => {
    const { on } = makeSetup()
    const { wallets: _, ...keys } = { ...on([fresh, old]).keys, vault: [fresh, old], service }
    const { code, err } = await reseal({ ...on(fresh), keys })
    expect([code, err]).toEqual([1, expect.stringContaining("keys.wallets is required with more than one vault key")])
    expect((await reseal({})).err).toContain("have no keys or no store")
    expect(err).not.toContain(old)
  })
})
