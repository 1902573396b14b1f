import { run, type Terminal } from "@countersign/cli"

/** Runs a command line with its arguments split as in a shell, and returns its output. */
export const told = async (
  args: ReadonlyArray<string>,
  env: Record<string, string> = {},
  more: Partial<Terminal> = {}
) => {
  const said = { out: "", err: "" }
  const code = await run(args, {
    env,
    hasColours: false,
    isWatched: false,
    stopped: () => new Promise(() => {}),
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    ...more
  })
  return { code, ...said }
}
