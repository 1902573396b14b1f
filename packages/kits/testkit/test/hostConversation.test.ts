import { expect, it, vi } from "vitest"
import { bareHost, type HostConversationOptions, hostConversation } from "../src/index.ts"

const PATIENCE = 60_000

/** Runs the suite as a test framework would, test by test: all tests, or those whose name matches. */
const converse = async (
  listen: HostConversationOptions["listen"],
  { about = /./u, ...more }: Partial<HostConversationOptions> & { readonly about?: RegExp } = {}
) => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  const reported: Array<string> = []
  hostConversation({
    name: "mine",
    listen,
    // No requirement of these tests is one of time, so a loaded machine fails none of them.
    patience: PATIENCE,
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body]),
    report: (line) => reported.push(line),
    ...more
  })
  const failed: Array<string> = []
  for (const [name, body] of stories)
    if (about.test(name)) await body().catch((error: Error) => failed.push(error.message))
  return { failed, stories, reported }
}

it("every test has a unique name", async () => {
  const { stories } = await converse(() => Promise.reject(new Error("closed")), {
    parsers: ["json", "raw"],
    about: /^$/u
  })
  expect(new Set(stories.map(([name]) => name)).size).toBe(stories.length)
})

it("every host that listens is closed, also when its test fails", async () => {
  const count = { opened: 0, closed: 0 }
  const { failed } = await converse(
    async (mount) => {
      const host = await bareHost({ ...mount, handler: async () => new Response("deaf") })
      count.opened += 1
      const close = async () => {
        count.closed += 1
        await host.close()
      }
      return { ...host, close }
    },
    { about: /arrives|reaches/u }
  )
  expect(failed.length).toBeGreaterThan(10)
  expect(count.opened).toBeGreaterThan(10)
  expect(count.closed).toBe(count.opened)
})

it("a failed test names the violated requirement", async () => {
  const { failed } = await converse((mount) => bareHost({ ...mount, prefix: "/" }), { about: /mounted/u })
  expect(failed).toContain(
    "mounted under /wallet, the root of the mount is /: The prefix alone is the root of the mount. " +
      "Expected [ '/', '' ], found [ '/wallet', '' ]"
  )
})

it("a host that never listens or never closes fails the test without blocking it", async () => {
  const never = () => new Promise<never>(() => {})
  const none = await converse(never, { patience: 1, about: /^[A-Z]+ arrives/u })
  expect(none.failed).toHaveLength(7)
  expect(none.failed.every((printed) => printed.endsWith("The host did not listen within 1 ms"))).toBe(true)
  const open: Array<() => Promise<void>> = []
  // Only the close of the host waits for the patience of the run, which passes when the close has begun.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const stuck = await converse(
    async (mount) => {
      const { close, origin } = await bareHost(mount)
      open.push(close)
      const closeNever = () => {
        setImmediate(() => vi.advanceTimersByTime(PATIENCE))
        return never()
      }
      return { origin, close: closeNever }
    },
    { about: /^[A-Z]+ arrives/u }
  ).finally(() => vi.useRealTimers())
  expect(stuck.failed).toHaveLength(7)
  expect(stuck.failed.every((printed) => printed.endsWith(`The host did not close within ${PATIENCE} ms`))).toBe(true)
  for (const close of open) await close()
})

it("the report counts passed tests", async () => {
  const { failed, stories, reported } = await converse(bareHost, { prefixes: ["/", "/x"], parsers: ["json"] })
  expect(failed).toEqual([])
  expect(reported).toHaveLength(1)
  const [line = ""] = reported
  expect(line).toMatch(/^mine, prefixes \/ \/x, parsers json: the request line (\d+)\/\1, special methods 4\/4, /u)
  const stored = [...line.matchAll(/ (\d+)\/(\d+)/gu)]
  expect(stored.every(([, reported, all]) => reported === all)).toBe(true)
  expect(stored.reduce((sum, [, all]) => sum + Number(all), 0)).toBe(stories.length - 1)
})
