import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { encodeBase64Url, encodeUtf8, publicKeyOf, signStamp, uncompressedHex } from "@countersign/wire"
import { afterAll, expect, it } from "vitest"

const page = readFileSync(new URL("../../../docs/command-line.md", import.meta.url), "utf8")
const program = fileURLToPath(new URL("../../countersign/bin/countersign.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "command-line-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** What stands in the fence of this name. */
const fence = (name: string) => new RegExp(`\`\`\`(?:sh|text) ${name}\n([^]*?)\n\`\`\``, "u").exec(page)?.[1] ?? ""

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

it.each(["explain", "explain-token"])("docs/command-line.md: %s writes what it says it writes", async (name) => {
  const [npx, command, ...args] = fence(`run=${name}`).replace("046ff0...", key).split(" ")
  expect([npx, command]).toEqual(["npx", "countersign"])
  const { code, out } = await new Promise<{ readonly code: unknown; readonly out: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, ...args, ...(name === "explain" ? [] : ["--at", `${madeAt}`])],
      { cwd: folder },
      (error, out) => resolve({ code: error?.code, out })
    )
  })
  expect([code, out]).toEqual([3, `${fence(`output=${name}`)}\n`])
})
