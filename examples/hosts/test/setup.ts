import { afterAll } from "vitest"

/** The globals that Hono's server replaces. The next test file of the process needs the originals. */
const replaced = ["Request", "Response", "fetch", "crypto"] as const

const originals = replaced.map((name) => ({ name, own: Object.getOwnPropertyDescriptor(globalThis, name) }))

afterAll(() => {
  for (const { name, own } of originals) if (own !== undefined) Object.defineProperty(globalThis, name, own)
})
