import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"
import { suites } from "./suites.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Runs the suites of the service once for all tests here, and records every call. With `RECORDINGS` in the environment,
 * it uses the recordings of that folder instead.
 */
export const setup = async ({ provide }: TestProject) => {
  if (process.env.RECORDINGS !== undefined) return provide("recordings", process.env.RECORDINGS)
  const folder = mkdtempSync(join(tmpdir(), "countersign-recordings-"))
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")
  const args = ["run", "--config", here("recording.config.ts"), ...suites]
  await promisify(execFile)(process.execPath, [vitest, ...args], {
    env: { ...process.env, RECORDINGS: folder },
    maxBuffer: 64 * 1024 * 1024
  })
  provide("recordings", folder)
  return () => rmSync(folder, { recursive: true })
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the recordings, with a file for each service that received a call. */
    recordings: string
  }
}
