import { seed } from "@countersign/harness/seed"
import { describe, expect, it } from "vitest"
import { bareHost, type HostConversationOptions, hostConversation } from "../src/index.ts"
import { hostMutants } from "./hostMutants/hostMutants.ts"

type Tell = () => Promise<void>

/** The normal test run covers one mutant in this many. */
const SAMPLED = 6

/** The tests by chapter, without those of the real service: they cover several requirements each. */
const examplesFor = (
  listen: HostConversationOptions["listen"],
  patience: number
): ReadonlyArray<ReadonlyArray<Tell>> => {
  const chapters = new Map<string, Array<Tell>>()
  let chapter = ""
  hostConversation({
    name: "mutant",
    listen,
    describe: (name, body) => {
      chapter = name
      body()
    },
    it: (name, report) => {
      if (chapter === "the real service" || name.includes("login")) return
      chapters.set(chapter, [...(chapters.get(chapter) ?? []), report])
    },
    parsers: ["json"],
    patience
  })
  return [...chapters.values()]
}

/** The messages of the failed tests. */
const failures = async (stories: ReadonlyArray<Tell>): Promise<ReadonlyArray<string>> => {
  const reported = stories.map((report) =>
    report().then(
      () => [],
      (error: Error) => [error.message]
    )
  )
  return (await Promise.all(reported)).flat()
}

// FAULTS=all runs all mutants. The default is every sixth, from an offset that the seed gives.
const verified =
  process.env.FAULTS === "all" ? hostMutants : hostMutants.filter((_, nth) => nth % SAMPLED === seed % SAMPLED)

it("every test passes for a correct host", async () => {
  expect(await failures(examplesFor(bareHost, 60_000).flat())).toEqual([])
})

describe(`a test detects each mutant and names the violated requirement, SEED=${seed}`, () => {
  it("has many mutants with unique names", () => {
    expect(new Set(hostMutants.map(({ name }) => name)).size).toBe(hostMutants.length)
    expect(hostMutants.length).toBeGreaterThanOrEqual(50)
  })

  it.each(verified)("$name", async ({ breaks, listen }) => {
    const all: Array<string> = []
    // Runs chapter by chapter until a test names this requirement; other tests may fail as well.
    for (const chapter of examplesFor(listen, 1000)) {
      const printed = await failures(chapter)
      if (printed.some((failure) => failure.toLowerCase().includes(breaks.toLowerCase()))) return
      all.push(...printed)
    }
    expect.fail(`No test reports "${breaks}", but:\n${all.join("\n")}`)
  })
})
