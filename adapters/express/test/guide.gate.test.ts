import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"
import { javaScriptOf } from "@countersign/harness/bundle"
import { expect, it } from "vitest"

const root = new URL("../../../", import.meta.url).pathname
const guide = snippetsOf(readFileSync(`${root}docs/guides/write-a-host-adapter.md`, "utf8"))

const snippet = (info: string): string => {
  const code = guide.find((each) => each.info === info)?.code
  if (code === undefined) throw new Error(`the guide has no snippet ${info}`)
  return code
}

/** Runs a snippet as a reader would, with the built packages. */
const run = async (name: string, flags: ReadonlyArray<string>): Promise<string> => {
  const file = `${root}adapters/express/.guide-${name}.test.mjs`
  writeFileSync(file, await javaScriptOf(snippet(`run=${name}`)))
  try {
    return execFileSync(process.execPath, [...flags, file], { encoding: "utf8", timeout: 500_000 })
  } finally {
    rmSync(file)
  }
}

it("the guide shows the current source of the adapter", () => {
  const file = "adapters/express/src/countersignExpress.ts"
  expect(snippet(`file=${file}`)).toBe(readFileSync(root + file, "utf8").trimEnd())
  expect(snippet(`file=${file}`).split("\n").length).toBeLessThanOrEqual(30)
})

it("the guide's conformance test passes under node:test, and differs by one line under vitest", async () => {
  const tap = await run("converse", ["--test", "--test-reporter=tap"])
  expect(Number(/^# pass (\d+)$/mu.exec(tap)?.[1])).toBeGreaterThan(100)
  expect(tap).toMatch(/^# fail 0$/mu)
  const theirs = snippet("run=converse")
    .split("\n")
    .find((line) => line.includes("node:test"))
  expect(snippet("instead=converse")).toBe(theirs?.replace("node:test", "vitest"))
})

it("the guide shows the actual output of a failure", async () => {
  expect((await run("failure", [])).trim()).toBe(snippet("output=failure").trim())
})
