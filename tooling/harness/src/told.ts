import { run, type Terminal } from "@countersign/cli"

/** Runs a command line, its arguments as a shell would hand them over, and keeps what it said. */
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
