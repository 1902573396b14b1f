import { run, type Terminal } from "@countersign/cli"

/** Runs a command line with its arguments split as in a shell, and returns its output. */
export const runCommand = async (
  args: ReadonlyArray<string>,
  env: Record<string, string> = {},
  more: Partial<Terminal> = {}
) => {
  const output = { out: "", err: "" }
  const code = await run(args, {
    env,
    hasColours: false,
    isWatched: false,
    stopped: () => new Promise(() => {}),
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
    ...more
  })
  return { code, ...output }
}
