import { existsSync, readFileSync } from "node:fs"
import { type Store, StoreUnavailable } from "@countersign/core"
import { mutantsOf, storeSuite } from "@countersign/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { blocks, output, root } from "./guide.ts"
import { databaseOf, storeOn } from "./things.ts"

const mutants = mutantsOf(Effect.promise(() => storeOn(databaseOf())))

/** The stories of the suite by their names, each as a call that answers what it says of the store. */
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

/** Without indentation, which a part of a file loses in the guide. */
const flat = (code: string): string => code.replace(/^\s+/gmu, "")

describe("the guide for authors of a store", () => {
  it("shows no block that nobody checks", () => {
    const kinds = blocks.map(({ kind, line }) => ({ kind, line }))
    expect(kinds.filter(({ kind }) => !["from", "output", "sh"].includes(kind))).toEqual([])
    const outputs = blocks.filter(({ kind }) => kind === "output").map(({ name }) => name)
    expect(outputs).toEqual(["report", "failure", "mutants"])
  })

  it.each(blocks.filter(({ kind }) => kind === "from"))("line $line is in $name as it stands there", (block) => {
    expect(flat(block.code).length).toBeGreaterThan(20)
    expect(flat(readFileSync(root + block.name, "utf8"))).toContain(flat(block.code))
  })

  it("names only commands and files that are there", () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
    const commands = blocks.filter(({ kind }) => kind === "sh").flatMap(({ code }) => code.split(/\n|&&/u))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands.map((text) => text.trim())) {
      const [, script, file] = /^(?:npm ci|npm run (\S+)|node --test (\S+))$/u.exec(command) ?? [command, command]
      if (script !== undefined) expect(Object.keys(scripts)).toContain(script)
      if (file !== undefined) expect([file, existsSync(root + file)]).toEqual([file, true])
    }
  })

  it("shows a failure as the suite words it", async () => {
    const [story = ""] = output("failure").split(": ")
    const lostUpdate = mutants.find(({ name }) => name === "lost update")
    expect(await storiesOf(lostUpdate!.store).get(story)?.()).toBe(`Error: ${output("failure")}`)
  })

  it("begins with a store of which every story is red", async () => {
    const fails = () => Effect.fail(new StoreUnavailable({}))
    const stories = storiesOf(
      Effect.succeed({ load: fails, find: fails, commit: fails, claimDue: fails, sweep: fails })
    )
    const told = await Promise.all([...stories].map(async ([name, tell]) => [name, await tell()]))
    expect(told.filter(([, said]) => said === "it passed").map(([name]) => name)).toEqual([
      "reports what the store can do"
    ])
  })

  it("lists every mistake that the suite is known to find", () => {
    expect(output("mutants")).toBe(mutants.map(({ breaks, name }) => name.padEnd(36) + breaks).join("\n"))
  })
})
