import { describe, expect, it } from "vitest"
import { bareHost, type HostConversationOptions, hostConversation, hostMutants } from "../src/index.ts"

type Tell = () => Promise<void>

/** One mutant in so many runs in the gate. */
const SAMPLED = 3

/** The stories by chapter. Those of the real service are left out: they are no examples of one promise. */
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
    it: (name, tell) => {
      if (chapter === "the service itself" || name.includes("login")) return
      chapters.set(chapter, [...(chapters.get(chapter) ?? []), tell])
    },
    parsers: ["json"],
    patience
  })
  return [...chapters.values()]
}

/** What the stories that fail say. */
const failures = async (stories: ReadonlyArray<Tell>): Promise<ReadonlyArray<string>> => {
  const told = stories.map((tell) =>
    tell().then(
      () => [],
      (error: Error) => [error.message]
    )
  )
  return (await Promise.all(told)).flat()
}

// All of them with FAULTS=all. The gate takes every third, from another one each time; `SEED` takes the same ones again.
const SEED = Number(process.env.SEED ?? Math.floor(performance.timeOrigin))
const judged =
  process.env.FAULTS === "all" ? hostMutants : hostMutants.filter((_, nth) => nth % SAMPLED === SEED % SAMPLED)

it("no story fails for a host that keeps its promises", async () => {
  expect(await failures(examplesFor(bareHost, 10_000).flat())).toEqual([])
})

describe(`every mutant is killed by an example that names what is broken, SEED=${SEED}`, () => {
  it("there are many, each of its own name", () => {
    expect(new Set(hostMutants.map(({ name }) => name)).size).toBe(hostMutants.length)
    expect(hostMutants.length).toBeGreaterThanOrEqual(50)
  })

  it.each(judged)("$name", async ({ breaks, listen }) => {
    const all: Array<string> = []
    // Chapter by chapter, until one story says just this; others may fail with it.
    for (const chapter of examplesFor(listen, 1000)) {
      const said = await failures(chapter)
      if (said.some((failure) => failure.toLowerCase().includes(breaks.toLowerCase()))) return
      all.push(...said)
    }
    expect.fail(`No story says "${breaks}", but:\n${all.join("\n")}`)
  })
})
