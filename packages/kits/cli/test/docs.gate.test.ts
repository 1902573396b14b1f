import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runCommand } from "@countersign/harness/told"
import type { VectorFile } from "@countersign/vectors"
import { encodeBase64Url, encodeUtf8, publicKeyOf, signStamp, uncompressedHex } from "@countersign/wire"
import { afterAll, expect, it } from "vitest"
import { emptyPlace, startSandbox } from "./sandbox.ts"

const page = readFileSync(new URL("../../../../docs/reference/command-line.md", import.meta.url), "utf8")
const program = fileURLToPath(new URL("../bin/countersign.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "command-line-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the content of the fence with this name. */
const fence = (name: string) =>
  new RegExp(`\`\`\`(?:js|json|sh|text) ${name}\n([^]*?)\n\`\`\``, "u").exec(page)?.[1] ?? ""

const privateKey = new Uint8Array(32).fill(9)
const key = uncompressedHex(publicKeyOf(privateKey))
const madeAt = Date.parse("2026-03-01T12:00:00.000Z")
const payload = JSON.stringify({
  parameters: { context: { expiresAt: `${madeAt + 300_000}` } },
  timestampMs: `${madeAt}`
})
const nonce = createHash("sha256").update(Buffer.from(key, "hex")).digest("hex")
const token = [{ alg: "RS256" }, { iat: madeAt / 1000, exp: 9_999_999_999, nonce }]
  .map((part) => encodeBase64Url(encodeUtf8(JSON.stringify(part))))
  .concat("c2ln")
  .join(".")
writeFileSync(join(folder, "payload.txt"), payload)
writeFileSync(join(folder, "stamp.txt"), signStamp(JSON.stringify(JSON.parse(payload), undefined, 2), privateKey))
writeFileSync(join(folder, "token.txt"), token)

it.each(["explain", "explain-token"])(
  "docs/reference/command-line.md: %s writes the documented output",
  async (name) => {
    const [npx, command, ...args] = fence(`run=${name}`).replace("046ff0...", key).split(" ")
    expect([npx, command]).toEqual(["npx", "@countersign/cli"])
    const { code, out } = await new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
      execFile(
        process.execPath,
        [program, ...args, ...(name === "explain" ? [] : ["--at", `${madeAt}`])],
        { cwd: folder },
        (error, out) => resolve({ code: error?.code, out })
      )
    })
    expect([code, out]).toEqual([3, `${fence(`output=${name}`)}\n`])
  }
)

it("docs/reference/command-line.md: policy explain writes the documented output", async () => {
  const rule = { operations: ["EXPORT_WALLET"], credentialTypes: ["PASSKEY"], maxSessionAgeSeconds: 300 }
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ operations: [rule] }))
  const [, , ...args] = fence("run=policy-explain").split(" ")
  const { code, out } = await new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (error, text) =>
      resolve({ code: error?.code, out: text })
    )
  })
  expect([code, out]).toEqual([1, `${fence("output=policy-explain")}\n`])
})

it("docs/reference/command-line.md: the doctor reports the documented findings", async () => {
  // Written beside this package, so that its imports resolve.
  const file = fileURLToPath(new URL("../.snippet-config.mjs", import.meta.url))
  writeFileSync(file, fence("file=countersign.config.mjs"))
  const env = { ...emptyPlace(), VAULT_KEY: hexOf("vault"), SERVICE_KEY: hexOf("service"), ACME_SECRET: "a secret" }
  const args = argsOf(fence("run=doctor").replace("countersign.config.mjs", file))
  try {
    const { code, out } = await new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
      execFile(process.execPath, [program, ...args], { env }, (error, out) => resolve({ code: error?.code, out }))
    })
    expect([code, out]).toEqual([3, `${fence("output=doctor")}\n`])
  } finally {
    rmSync(file)
  }
})

/** A deterministic key that looks random. */
const hexOf = (name: string) => createHash("sha256").update(name).digest("hex")

/** Splits a line as a shell does: words, and texts in double quotes. */
const argsOf = (line: string): ReadonlyArray<string> => {
  const [npx, command, ...args] = (line.match(/"[^"]*"|\S+/gu) ?? []).map((word) => word.replaceAll('"', ""))
  expect([npx, command]).toEqual(["npx", "@countersign/cli"])
  return args
}

it("docs/reference/command-line.md: a sandbox is found and signed in to as documented", async () => {
  const env = emptyPlace()
  const { stop } = await startSandbox(env)
  const printed: Array<string> = []
  for (const line of fence("run=login").split("\n")) {
    const { err, out } = await runCommand(argsOf(line), env)
    printed.push(out + err)
  }
  await stop()
  // Ids and times differ in each run.
  const shape = (text: string) =>
    text.replace(/Session:[0-9a-f-]{36}/gu, "Session").replace(/\d{4}-\d\d-\S+?Z/gu, "time")
  expect(shape(printed.join(""))).toBe(`${shape(fence("output=login"))}\n`)
})

it("docs/reference/command-line.md: the answers of a reader are compared as documented", async () => {
  const { cases }: VectorFile = JSON.parse(
    readFileSync(new URL("../../vectors/json/oidcNonce.json", import.meta.url), "utf8")
  )
  const answers = cases.map((vector) => {
    const { group, name } = { group: "oidcNonce", name: vector.name }
    if (vector.valid || name === "the digest in upper case") return { group, name, value: Object(vector).value ?? {} }
    return { group, name, check: vector.check }
  })
  for (const { check, group, name } of JSON.parse(fence("file=answers.json"))) {
    expect(answers.find((answer) => answer.name === name)).toMatchObject(
      check === undefined ? { group } : { group, check }
    )
  }
  const file = join(folder, "answers.json")
  writeFileSync(file, JSON.stringify(answers))
  const line = fence("run=vectors").replace("answers.json", file)
  expect((await runCommand(argsOf(line))).out).toBe(`${fence("output=vectors")}\n`)
})
