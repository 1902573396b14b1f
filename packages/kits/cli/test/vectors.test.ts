import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "@countersign/harness/told"
import { groupNames, type VectorFile } from "@countersign/vectors"
import { describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "countersign-cli-"))
const committed = new URL("../../vectors/json/", import.meta.url)
const file = (group: string) => readFileSync(new URL(`${group}.json`, committed), "utf8")

/** The answers of a correct reader. */
const rightAnswers = (group: string) => {
  const { cases }: VectorFile = JSON.parse(file(group))
  return cases.map((vector) =>
    vector.valid
      ? { group, name: vector.name, value: vector.value }
      : { group, name: vector.name, check: vector.check, cause: vector.cause }
  )
}
const checked = (answers: unknown, ...args: ReadonlyArray<string>) => {
  const path = join(folder, "answers.json")
  writeFileSync(path, JSON.stringify(answers))
  return runCommand(["vectors", "check", "--answers", path, ...args])
}

describe("countersign vectors", () => {
  it("lists every group, in the recommended order", async () => {
    const { groups: listed } = JSON.parse((await runCommand(["vectors", "list", "--json"])).out)
    expect(listed.map(({ group }: { group: string }) => group)).toEqual(groupNames)
    expect((await runCommand(["vectors", "list"])).out).toMatch(
      /^oidcNonce +14 {2}The nonce an identity token must carry/mu
    )
  })

  it("shows and writes the exact committed files", async () => {
    expect((await runCommand(["vectors", "show", "stamp"])).out).toBe(file("stamp"))
    expect(JSON.parse((await runCommand(["vectors", "show", "stamp", "--json"])).out)).toEqual(
      JSON.parse(file("stamp"))
    )
    const to = join(folder, "all")
    expect((await runCommand(["vectors", "write", to])).out).toBe(`Wrote ${groupNames.length} files to ${to}.\n`)
    expect(readdirSync(to).toSorted()).toEqual(readdirSync(committed).toSorted())
    for (const name of readdirSync(to)) {
      expect(readFileSync(join(to, name), "utf8")).toBe(readFileSync(new URL(name, committed), "utf8"))
    }
    expect((await runCommand(["vectors", "show", "stanp"])).err).toMatch(
      /^There is no group stanp\. The groups are: hex, base64,/u
    )
  })

  it("finds nothing wrong with correct answers, to one group or to all", async () => {
    expect(await checked(rightAnswers("der"))).toMatchObject({ code: 0, err: "" })
    const all = groupNames.flatMap(rightAnswers)
    expect(await checked(all)).toEqual({ code: 0, err: "", out: `${all.length} answers, 0 wrong\n` })
  })

  it("reports the case and the check of each wrong answer", async () => {
    const answers = rightAnswers("oidcNonce")
    const [first, ...others] = answers
    const accepted = others.map((answer) => ("check" in answer ? { ...answer, check: undefined, value: {} } : answer))
    const { code, out } = await checked([{ ...first, value: { nonce: "00" } }, ...accepted])
    expect(code).toBe(3)
    expect(out).toContain('WRONG  oidcNonce: oidcNonce, lower case: gives {"nonce":"00"}, not {"nonce":"8e0d')
    expect(out).toContain("the bytes of the key hashed: is accepted, and must be refused as NONCE_MISMATCH: ")
    expect(out).toMatch(/\n14 answers, \d+ wrong\n$/u)
  })

  it.each([
    ["is refused as another check", { check: "TOO_LONG", value: undefined }, "is refused as TOO_LONG, "],
    ["has no verdict", { check: undefined, value: undefined }, "has neither a value nor a check"]
  ])("finds each case of a group that %s", async (_, change, words) => {
    const answers = rightAnswers("signature").map((answer) => ({ ...answer, ...change }))
    const { code, out } = await checked(answers, "--json")
    const { wrong } = JSON.parse(out)
    expect([code, wrong.length]).toEqual([3, answers.length])
    expect(wrong[0].what).toContain(words)
  })

  it("finds an omitted case, a different cause, and an unknown name", async () => {
    const answers = rightAnswers("stamp")
    expect((await checked(answers.slice(1))).out).toContain("has no answer")
    const at = answers.findIndex((answer) => "cause" in answer && answer.cause !== undefined)
    const other = answers.map((answer, index) => (index === at ? { ...answer, cause: "TOO_LONG" } : answer))
    expect((await checked(other)).out).toMatch(/is refused because of TOO_LONG, not of [A-Z_]+\n/u)
    const typo = await checked([{ group: "stamp", name: "pded", value: {} }])
    expect([typo.code, typo.err]).toEqual([1, 'stamp has no case "pded".\n'])
    for (const none of [[], {}, [1], "text"]) {
      expect((await checked(none)).err).toMatch(/^Pass a JSON list of answers/u)
    }
  })
})
