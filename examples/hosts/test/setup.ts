import { afterAll } from "vitest"

/** The globals that the server of Hono replaces in its process. The test files share processes, and the next one needs the originals. */
const replaced = ["Request", "Response", "fetch", "crypto"] as const

const originals = replaced.map((name) => ({ name, own: Object.getOwnPropertyDescriptor(globalThis, name) }))

afterAll(() => {
  for (const { name, own } of originals) if (own !== undefined) Object.defineProperty(globalThis, name, own)
})
