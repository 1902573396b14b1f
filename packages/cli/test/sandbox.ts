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
  const said = { out: "", err: "" }
  const heard = new EventEmitter()
  const listens = once(heard, "out")
  const ended = run(["dev", "--port", "0", ...args], {
    env,
    hasColours: false,
    isWatched: false,
    stopped: async () => void (await once(heard, "stop")),
    out: (text) => {
      said.out += text
      heard.emit("out")
    },
    err: (text) => {
      said.err += text
    }
  })
  await Promise.race([listens, ended])
  return {
    said,
    ended,
    stop: () => {
      heard.emit("stop")
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
