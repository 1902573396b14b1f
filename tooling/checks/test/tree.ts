import { check } from "../src/arrows/check.ts"
import { parse } from "../src/workspace/Manifest.ts"

const folders = {
  wire: "packages/wire",
  core: "packages/core",
  http: "packages/http",
  sandbox: "packages/sandbox",
  client: "packages/client",
  countersign: "packages/countersign",
  checks: "tooling/checks",
  memory: "adapters/memory",
  express: "adapters/express",
  example: "examples/demo"
}

const npm = ["effect", "pg", "left-pad", "@noble/curves"]

const isPrivate = (folder: string): boolean => /^(?:tooling|examples)\//u.test(folder)

// Everything is declared everywhere, so that a test meets the one rule it is about.
const dependenciesOf = (folder: string) =>
  Object.fromEntries([
    ...npm
      .filter((name) => name !== "effect" || folder === folders.core || isPrivate(folder))
      .map((name) => [name, "1.0.0"]),
    ...Object.keys(folders).map((name) => [`@countersign/${name}`, "0.1.0"])
  ])

const workspaces = Object.entries(folders).map(([name, folder]) =>
  parse(
    folder,
    JSON.stringify({
      name: `@countersign/${name}`,
      version: "0.1.0",
      private: isPrivate(folder),
      dependencies: dependenciesOf(folder),
      imports: {
        "#own": { node: "./dist/native.js", default: { source: "./src/portable.ts", default: "./dist/portable.js" } },
        "#away": { node: "./dist/native.js", default: "left-pad" }
      }
    })
  )
)

const page = [
  "| package | version | used by | why |",
  ...npm.map((name) => `| ${name} | 1.0.0 | ${Object.values(folders).join(", ")} | test |`)
].join("\n")

/** The rules that a tree of small files breaks, with their places: `rule path:line`. */
export const broken = (files: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  check({
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    workspaces,
    dependencies: page
  }).map(({ rule, path, line }) => `${rule} ${path}:${line}`)
