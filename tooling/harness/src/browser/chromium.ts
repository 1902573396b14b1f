import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, inject } from "vitest"
import { shared } from "../shared.ts"

/**
 * Starts the Chromium of the npm package with the shared libraries and fonts of that package, so that a machine needs
 * no system browser. Throws when it does not start, because the tests would otherwise prove nothing.
 */
export const startChromium = async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-chromium-"))
  const child = fork(new URL("./host.mjs", import.meta.url), {
    env: { ...process.env, TMPDIR: folder },
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })
  const exited = once(child, "exit")
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect()
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  const endpoint = await Promise.race([once(child, "message").then(([sent]) => String(sent)), exited])
  if (typeof endpoint === "string") return { endpoint, stop }
  await stop()
  throw new Error("Chromium does not start, so no test of a browser can run")
}

const LIMIT = 600_000

/** The browser that all test files of a run share. Contexts that a file opens are closed after the file. */
export const browser = (): (() => Browser) => {
  let connected: Browser | undefined
  beforeAll(async () => {
    const { endpoint } = await shared(inject("harness"), "/browser")
    connected = patient(await chromium.connect(endpoint, { timeout: LIMIT }))
  })
  afterAll(() => connected?.close())
  return () => {
    if (connected === undefined) throw new Error("the browser has not started")
    return connected
  }
}

/** Lets each page wait as long as a test may take: the 30 s of Playwright fail one that a busy machine loads slowly (GT12). */
const patient = (opened: Browser): Browser => {
  const newContext = opened.newContext.bind(opened)
  opened.newContext = async (options) => {
    const context = await newContext(options)
    context.setDefaultTimeout(LIMIT)
    return context
  }
  return opened
}
