import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signed } from "@countersign/harness/fixtures"
import { testDatabase } from "@countersign/harness/postgres"
import { runCommand as words } from "@countersign/harness/told"
import { callers, keys, type LocalWorld, makeWorld, session } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const server = testDatabase()
const reported = (...args: ReadonlyArray<string>) => words(["receipts", ...args], { DATABASE_URL: server.url() })
const ALPHA = ["--platform", "alpha", "--mode", "sandbox"]

let folder = ""
let world: LocalWorld
let accounts: ReadonlyArray<string> = []
const signer = () => ["--signer", world.countersign.receiptSigners[0] ?? ""]
const lines = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line !== "")

/** Writes a file with these lines. */
const written = async (name: string, all: ReadonlyArray<string>): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, all.map((line) => `${line}\n`).join(""))
  return file
}
const exported = async () => lines((await reported("export", ...ALPHA)).out)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-receipts-"))
  const pool = server.pool()
  world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
  accounts = await Promise.all(
    ["ada@example.com", "bo@example.com"].map(async (email) => {
      const { accountId, credentialId } = await world.customer(callers.a, email)
      const { keys: opened } = await session(world, callers.a, credentialId)
      for (const privateEnabled of [true, false]) {
        const call = { method: "PATCH", path: `/internal-accounts/${accountId}`, body: { privateEnabled } }
        expect((await signed(world, callers.a, opened, call)).status).toBe(200)
      }
      return accountId
    })
  )
})

afterAll(async () => {
  await world.countersign.close()
  await rm(folder, { recursive: true, force: true })
})

describe("countersign receipts", () => {
  it("exports the chains of a platform, one line each, and verifies them without the database", async () => {
    const { code, err, out } = await reported("export", ...ALPHA)
    expect([code, err]).toEqual([0, ""])
    const all = lines(out).map((line) => JSON.parse(line))
    expect(all.map(({ accountId, sequence }) => `${accountId} ${sequence}`).toSorted()).toEqual(
      accounts.flatMap((id) => [1, 2, 3].map((sequence) => `${id} ${sequence}`)).toSorted()
    )
    const file = await written("receipts.jsonl", lines(out))
    const verified = await words(["receipts", "verify", file, ...signer()], {})
    expect(verified).toEqual({ code: 0, out: "6 receipts of 2 accounts are valid.\n", err: "" })
  })

  it("exports one account, and nothing of a platform that has none", async () => {
    const [account = ""] = accounts
    const one = await reported("export", ...ALPHA, "--account", account)
    expect(lines(one.out).map((line) => JSON.parse(line).accountId)).toEqual([account, account, account])
    expect(await reported("export", "--platform", "alpha")).toEqual({ code: 0, out: "", err: "" })
  })

  it("writes one line of JSON when requested: a list", async () => {
    expect(JSON.parse((await reported("export", ...ALPHA, "--json")).out)).toHaveLength(6)
    expect(JSON.parse((await reported("heads", ...ALPHA, "--json")).out)).toHaveLength(2)
    expect(await reported("heads", "--platform", "alpha", "--json")).toEqual({ code: 0, out: "[]\n", err: "" })
  })

  it("detects a line that was changed, removed or moved, and reports its place", async () => {
    const all = await exported()
    const altered = await written("altered.jsonl", all.with(1, (all[1] ?? "").replace("PATCH", "PUT")))
    const found = await reported("verify", altered, ...signer())
    expect([found.code, found.out]).toEqual([3, expect.stringMatching(/^ALTERED {2}InternalAccount:\S+ 2\n/u)])
    const missing = await reported("verify", await written("missing.jsonl", all.toSpliced(1, 1)), ...signer(), "--json")
    expect(missing.code).toBe(3)
    expect(JSON.parse(missing.out)).toMatchObject({
      isSound: false,
      receipts: 5,
      findings: [{ fault: "OUT_OF_ORDER" }, { fault: "CHAIN_BROKEN" }]
    })
    const torn = await reported(
      "verify",
      await written("torn.jsonl", [...all, (all[0] ?? "").slice(0, 100)]),
      ...signer()
    )
    expect([torn.code, torn.out]).toEqual([3, expect.stringContaining("MALFORMED  line 7\n")])
  })

  it("GA24: lists the first 100 faults of a hostile file, counts the rest, and reads no line beyond its limit", async () => {
    const all = await exported()
    const garbage = Array.from({ length: 5_000 }, () => "{}")
    const long = "x".repeat(5_000_000)
    const hostile = await written("hostile.jsonl", [...garbage, long, ...all, `"${long}"`])
    const { code, out } = await reported("verify", hostile, ...signer())
    expect([code, lines(out).length, lines(out).filter((line) => line.startsWith("MALFORMED  line ")).length]).toEqual([
      3, 102, 100
    ])
    expect(lines(out).slice(-2)).toEqual([
      "4902 more faults are not listed.",
      "6 receipts of 2 accounts have 5002 faults."
    ])
    const { faults, findings, isSound } = JSON.parse((await reported("verify", hostile, ...signer(), "--json")).out)
    expect([isSound, faults, findings.length]).toEqual([false, 5_002, 100])
  })

  it("GA24: keeps nothing of forged receipts, whatever accounts they name", async () => {
    const [first = ""] = await exported()
    const forged = Array.from({ length: 60 }, () =>
      first.replace(/InternalAccount:[0-9a-f-]{36}/u, `InternalAccount:${crypto.randomUUID()}`)
    )
    const { out } = await reported("verify", await written("forged.jsonl", forged), ...signer(), "--json")
    expect(JSON.parse(out)).toMatchObject({ receipts: 60, accounts: 0, lateStarts: 0, isSound: false })
  })

  it("HI2: accepts a chain whose details were removed, and detects details that were altered", async () => {
    const all = (await exported()).map((line) => JSON.parse(line))
    expect(all.filter(({ details }) => details !== undefined).length).toBe(2)
    const bare = all.map(({ details: _, ...rest }) => JSON.stringify(rest))
    expect((await reported("verify", await written("bare.jsonl", bare), ...signer())).code).toBe(0)
    const other = all.map(({ details, ...rest }) =>
      JSON.stringify(details === undefined ? rest : { ...rest, details: "x" })
    )
    const { code, out } = await reported("verify", await written("other-details.jsonl", other), ...signer())
    expect([code, lines(out).filter((line) => line.startsWith("DETAILS_ALTERED")).length]).toEqual([3, 2])
  })

  it("detects by earlier heads that the end of a chain, or a whole account, is missing", async () => {
    const heads = await written("heads.jsonl", lines((await reported("heads", ...ALPHA)).out))
    const all = await exported()
    const whole = await written("whole.jsonl", all)
    expect((await reported("verify", whole, ...signer(), "--heads", heads)).code).toBe(0)
    const cut = await written("cut.jsonl", all.slice(0, 2))
    expect((await reported("verify", cut, ...signer())).code).toBe(0)
    const found = await reported("verify", cut, ...signer(), "--heads", heads, "--json")
    expect([found.code, JSON.parse(found.out).findings.map(({ fault }: { readonly fault: string }) => fault)]).toEqual([
      3,
      ["CUT_OFF", "CUT_OFF"]
    ])
  })

  it("detects a change in the database itself", async () => {
    const pool = server.pool()
    await pool.query(
      `update countersign.receipts set body = replace(body, 'UpdateAccount', 'ExportWallet')
       where id like '% 000000000002'`
    )
    const file = await written("database.jsonl", await exported())
    const { code, out } = await reported("verify", file, ...signer())
    expect([code, lines(out).filter((line) => line.startsWith("ALTERED")).length]).toEqual([3, 2])
  })

  it("trusts only the given keys", async () => {
    const file = await written("other.jsonl", await exported())
    const { code, out } = await reported(
      "verify",
      file,
      "--signer",
      `04${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}${"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}`
    )
    expect([code, lines(out).filter((line) => line.startsWith("NOT_SIGNED")).length]).toEqual([3, 6])
  })

  it("prints the public key that verifies receipts of a service key, and repeats nothing of a malformed one (FA12)", async () => {
    const printed = await words(["receipts", "signer"], { SERVICE_KEY: keys.service })
    expect(printed).toEqual({ code: 0, out: `${world.countersign.receiptSigners[0]}\n`, err: "" })
    expect(await words(["receipts", "signer", "--service-key", keys.service], {})).toEqual(printed)
    const { code, err } = await words(["receipts", "signer", "--service-key", `${keys.service}00`], {})
    expect([code, err]).toEqual([1, "Pass the service key, 64 hex characters: --service-key @file, or SERVICE_KEY\n"])
  })

  it("rejects receipts under the bundle signer, which signs no receipts (FA12)", async () => {
    const file = await written("bundle.jsonl", await exported())
    const { code, out } = await reported("verify", file, "--signer", world.countersign.bundleSigner)
    expect([code, lines(out).filter((line) => line.startsWith("NOT_SIGNED")).length]).toEqual([3, 6])
  })

  it.each([
    [["verify", "receipts.jsonl"], 2, "required option '--signer <hex>' not specified"],
    [["verify", "receipts.jsonl", "--signer", "04ab"], 2, "It must be a P-256 public key in hex"],
    [
      [
        "verify",
        "/nowhere/receipts.jsonl",
        "--signer",
        `02${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}`
      ],
      1,
      "no such file"
    ],
    [["export", "--platform", "a/b"], 1, "--platform is 1 to 64 letters"],
    [["export", "--platform", "alpha", "--account", "x"], 1, "--account is InternalAccount:<uuid>"],
    [["export", "--platform", "alpha", "--mode", "live"], 2, "Allowed choices are production, sandbox"],
    [["export", "--platform", "alpha", "--schema", "nowhere"], 1, "npx @countersign/cli migrate status"]
  ])("reports the error in %j", async (args, code, says) => {
    const answer = await reported(...args)
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(says)])
  })
})
