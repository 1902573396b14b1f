import { execFile } from "node:child_process"

/** The output of a command and whether it succeeded. */
export interface Outcome {
  readonly ok: boolean
  readonly output: string
}

/** Runs a command in the repository root. A failed command is returned as an outcome and does not throw. */
export const command = (file: string, args: ReadonlyArray<string>, cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve(error === null ? { ok: true, output: stdout } : { ok: false, output: stdout + stderr })
    )
  })
