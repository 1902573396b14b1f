import { existsSync, readFileSync } from "node:fs"
import { type Change, type Store, StoreUnavailable } from "@countersign/core"
import { Effect } from "@countersign/core/effect"
import { storeSuite } from "@countersign/testkit"
import { describe, expect, it } from "vitest"
import { blocks, output, root } from "./guide.ts"
import { databaseOf, storeOn } from "./things.ts"

/** The store with one defect: a replace succeeds at any version. */
const lostUpdate = Effect.map(
  Effect.promise(() => storeOn(databaseOf())),
  (inner): Store["Service"] => ({
    ...inner,
    commit: Effect.fnUntraced(function* (changes, guards) {
      const blind: Array<Change> = []
      for (const change of changes) {
        const [rows] = yield* inner.load([{ ...change, by: "id" }])
        blind.push(change.op === "replace" ? { ...change, version: rows?.[0]?.version ?? change.version } : change)
      }
      yield* inner.commit(blind, guards)
    })
  })
)

/** The tests of the suite by name, each as a function that returns its failure message. */
const storiesOf = (store: Effect.Effect<Store["Service"]>) => {
  const stories = new Map<string, () => Promise<string>>()
  storeSuite({
    name: "broken",
    make: async () => ({ store: await Effect.runPromise(store) }),
    clock: "test",
    rounds: 1,
    runs: 1,
    describe: (_, body) => body(),
    it: (name, body) => stories.set(name, () => body().then(() => "it passed", String))
  })
  return stories
}

/** Without indentation, which an excerpt loses in the guide. */
const flat = (code: string): string => code.replace(/^\s+/gmu, "")

describe("the store author's guide", () => {
  it("contains only checked code blocks", () => {
    const kinds = blocks.map(({ kind, line }) => ({ kind, line }))
    expect(kinds.filter(({ kind }) => !["from", "output", "sh"].includes(kind))).toEqual([])
    const outputs = blocks.filter(({ kind }) => kind === "output").map(({ name }) => name)
    expect(outputs).toEqual(["report", "failure"])
  })

  it.each(blocks.filter(({ kind }) => kind === "from"))("line $line quotes $name verbatim", (block) => {
    expect(flat(block.code).length).toBeGreaterThan(20)
    expect(flat(readFileSync(root + block.name, "utf8"))).toContain(flat(block.code))
  })

  it("names only existing commands and files", () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
    const commands = blocks.filter(({ kind }) => kind === "sh").flatMap(({ code }) => code.split(/\n|&&/u))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands.map((text) => text.trim())) {
      const [, script, file] = /^(?:npm ci|npm run (\S+)|node --test (\S+))$/u.exec(command) ?? [command, command]
      if (script !== undefined) expect(Object.keys(scripts)).toContain(script)
      if (file !== undefined) expect([file, existsSync(root + file)]).toEqual([file, true])
    }
  })

  it("shows a failure with the suite's message", async () => {
    const [story = ""] = output("failure").split(": ")
    expect(await storiesOf(lostUpdate).get(story)?.()).toBe(`Error: ${output("failure")}`)
  })

  it("starts with a store that fails every test", async () => {
    const fails = () => Effect.fail(new StoreUnavailable({}))
    const stories = storiesOf(
      Effect.succeed({ load: fails, find: fails, commit: fails, claimDue: fails, sweep: fails })
    )
    const reported = await Promise.all([...stories].map(async ([name, report]) => [name, await report()]))
    expect(reported.filter(([, printed]) => printed === "it passed").map(([name]) => name)).toEqual([
      // This store caches no recent rows, so their test has nothing to read.
      "recent rows, in a store that has them, are rows of an earlier load by id",
      "reports the results of the store"
    ])
  })
})
