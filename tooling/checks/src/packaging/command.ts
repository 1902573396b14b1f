import { execFile } from "node:child_process"

/** What a command said and whether it was content. */
export interface Outcome {
  readonly ok: boolean
  readonly output: string
}

/** Runs a command at the root of the repository; a failure is an outcome, not an exception. */
export const command = (file: string, args: ReadonlyArray<string>, cwd: string): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve(error === null ? { ok: true, output: stdout } : { ok: false, output: stdout + stderr })
    )
  })
