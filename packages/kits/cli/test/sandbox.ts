import { EventEmitter, once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SandboxServer } from "../src/dev/Front.ts"
import { run } from "../src/index.ts"

/** An empty place for the settings file of a sandbox. */
export const emptyPlace = (): { readonly SANDBOX_FILE: string } => ({
  SANDBOX_FILE: join(mkdtempSync(join(tmpdir(), "countersign-cli-")), "sandbox.json")
})

/** Runs `countersign dev` in this process until it is stopped. */
export const startDev = async (env: Record<string, string>, args: ReadonlyArray<string> = []) => {
  const printed = { out: "", err: "" }
  const received = new EventEmitter()
  const listens = once(received, "out")
  const ended = run(["dev", "--port", "0", ...args], {
    env,
    hasColours: false,
    isWatched: false,
    stopped: async () => void (await once(received, "stop")),
    out: (text) => {
      printed.out += text
      received.emit("out")
    },
    err: (text) => {
      printed.err += text
    }
  })
  await Promise.race([listens, ended])
  return {
    said: printed,
    ended,
    stop: () => {
      received.emit("stop")
      return ended
    }
  }
}

/** Runs it, and returns its JSON settings. */
export const startSandbox = async (env: Record<string, string>) => {
  const dev = await startDev(env, ["--json"])
  const server: SandboxServer = JSON.parse(dev.said.out)
  return { ...dev, server }
}
