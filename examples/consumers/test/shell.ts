import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Runs commands as pasted into a shell, and stops at the first failure. Returns their output. `timeout` is in milliseconds. */
export const shell = async (
  commands: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  { timeout = LIMITS.timeout } = {}
): Promise<string> =>
  (await run("bash", ["-ec", commands], { cwd, env: { ...process.env, ...QUIETLY, ...env }, ...LIMITS, timeout }))
    .stdout

/** Runs a program of the folder. Returns its output. */
export const node = async (
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {}
): Promise<string> => (await run(process.execPath, args, { cwd, env: { ...process.env, ...env }, ...LIMITS })).stdout

// The output of npm install is not used, and cached packages need no download.
const QUIETLY = { npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true" }
const LIMITS = { timeout: 500_000, maxBuffer: 64 * 1024 * 1024 }
