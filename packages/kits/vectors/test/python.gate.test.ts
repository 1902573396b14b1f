import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Case, Fields, VectorFile } from "../src/index.ts"
import { cases, files, folder } from "./committed.ts"

const reader = fileURLToPath(new URL("../readers/python", import.meta.url))
const hasPython = spawnSync("python3", ["--version"]).status === 0
const ABSENT = "there is no python3 on the PATH, so the independent reader did not run"
// The summary of a run counts skipped tests without the reason.
if (!hasPython) console.warn(`skipped: ${ABSENT}`)

const run = (...paths: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync("python3", [join(reader, "check.py"), ...paths], { encoding: "utf8" })
  return { status, stderr, last: stdout.trimEnd().split("\n").at(-1), stdout }
}

let copies = ""
beforeEach(() => {
  copies = mkdtempSync(join(tmpdir(), "countersign-vectors-"))
  cpSync(folder, copies, { recursive: true })
})
afterEach(() => rmSync(copies, { recursive: true }))

/**
 * Writes each file with one case changed, the first for which `change` returns a case, and a few unchanged ones after it.
 * Returns the number of cases.
 */
const changeEach = (change: (vector: Case) => Case | undefined): number => {
  let written = 0
  for (const file of files) {
    const at = file.cases.findIndex((vector) => change(vector) !== undefined)
    const [first, ...others] = file.cases.slice(at, at + 4)
    if (first === undefined) throw new Error(`${file.group} has no case to change`)
    const changed: VectorFile = { ...file, cases: [change(first) ?? first, ...others] }
    writeFileSync(join(copies, `${file.group}.json`), JSON.stringify(changed))
    written += changed.cases.length
  }
  return written
}

/** Returns the fields with the last digit of the first text changed. */
const altered = (fields: Fields): Fields | undefined => {
  const [name, value] =
    Object.entries(fields).find(([, value]) => typeof value === "string" && /\w$/u.test(value)) ?? []
  if (name === undefined || typeof value !== "string") return undefined
  return { ...fields, [name]: value.slice(0, -1) + (value.endsWith("1") ? "2" : "1") }
}

describe("the reader in Python", () => {
  it("accepts each valid value and refuses each wrong case by its name", ({ skip }) => {
    skip(!hasPython, ABSENT)
    expect(run()).toMatchObject({ status: 0, stderr: "", last: `${cases.length} cases, 0 wrong` })
  })

  it("detects one flipped byte in a copied file", ({ skip }) => {
    skip(!hasPython, ABSENT)
    const path = join(copies, "signature.json")
    const bytes = readFileSync(path)
    // The lowest bit of a digit in the first signature: DER still begins with 30.
    const at = bytes.indexOf('"signature": "30') + '"signature": "3045022'.length
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const total = files.find(({ group }) => group === "signature")?.cases.length
    expect(run(path)).toMatchObject({ status: 1, last: `${total} cases, 1 wrong` })
  })

  it("detects one changed value in every file", ({ skip }) => {
    skip(!hasPython, ABSENT)
    const written = changeEach((vector) => {
      const value = vector.valid ? (altered(vector.value) ?? nested(vector.value)) : undefined
      return vector.valid && value !== undefined ? { ...vector, value } : undefined
    })
    expect(run(copies)).toMatchObject({ status: 1, last: `${written} cases, ${files.length} wrong` })
  })

  it("detects one changed check in every file", ({ skip }) => {
    skip(!hasPython, ABSENT)
    const written = changeEach((vector) =>
      vector.valid ? undefined : { ...vector, check: vector.check === "TOO_LONG" ? "HEX_MALFORMED" : "TOO_LONG" }
    )
    expect(run(copies)).toMatchObject({ status: 1, last: `${written} cases, ${files.length} wrong` })
  })

  it("detects a wrong case marked as valid, and a valid case marked as wrong", ({ skip }) => {
    skip(!hasPython, ABSENT)
    const [one] = files
    const turned = (one?.cases ?? []).map((vector) =>
      vector.valid ? { ...vector, valid: false, check: "TOO_LONG" } : { ...vector, valid: true, value: {} }
    )
    writeFileSync(join(copies, "turned.json"), JSON.stringify({ ...one, cases: turned }))
    const count = turned.length
    expect(run(join(copies, "turned.json"))).toMatchObject({ status: 1, last: `${count} cases, ${count} wrong` })
  })

  it.for([
    ["is truncated", (text: string) => text.slice(0, -9)],
    ["has another version", (text: string) => text.replace('"version": 1', '"version": 2')],
    ["has an unknown operation", (text: string) => text.replace('"operation": "decodeHex"', '"operation": "x"')],
    ["has no cases", () => '{"version":1,"group":"hex","cases":[]}']
  ] as const)("rejects a file that %s", ([, change], { skip }) => {
    skip(!hasPython, ABSENT)
    const path = join(copies, "hex.json")
    writeFileSync(path, change(readFileSync(path, "utf8")))
    expect(run(path).status).toBe(1)
  })

  it("rejects an empty folder", ({ skip }) => {
    skip(!hasPython, ABSENT)
    expect(run(reader)).toMatchObject({ status: 1, last: "0 cases, 1 wrong" })
  })

  it("imports only the standard library and its own files", () => {
    const own = readdirSync(reader).flatMap((name) => (name.endsWith(".py") ? [name.replace(".py", "")] : []))
    const imported = own.flatMap((name) =>
      [...readFileSync(join(reader, `${name}.py`), "utf8").matchAll(/^(?:from|import) (\w+)/gmu)].map(
        ([, from = ""]) => from
      )
    )
    const reading = ["contextlib", "hashlib", "hmac", "json", "math", "pathlib", "re", "sys"]
    const calling = ["base64", "datetime", "os", "secrets", "urllib"]
    const standard = [...reading, ...calling]
    expect(imported.filter((name) => !own.includes(name) && !standard.includes(name))).toEqual([])
  })
})

/** For a value that is a list or an object: replaces the whole value. */
const nested = (value: Fields): Fields | undefined =>
  Object.keys(value).includes("value") ? { value: "another" } : undefined
