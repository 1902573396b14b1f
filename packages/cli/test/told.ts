import { run } from "../src/index.ts"

/** Runs a command line, its arguments as a shell would hand them over, and keeps what it said. */
export const told = async (args: ReadonlyArray<string>, env: Record<string, string> = {}) => {
  const said = { out: "", err: "" }
  const code = await run(args, {
    env,
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    }
  })
  return { code, ...said }
}
