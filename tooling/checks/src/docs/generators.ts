import { posix } from "node:path"
import { withCosts } from "../costs/costs.ts"
import { kinds, reports } from "../field/corpus.ts"
import { handshakePicture, signedRetryPicture } from "../pictures/exchanges.ts"
import { recordedExchanges } from "../pictures/recorded.ts"
import { filesBelow, isThere, text, workspaces } from "../workspace/disk.ts"
import { LISTS, type Workspace } from "../workspace/Manifest.ts"
import { tableRows, withCell } from "../workspace/markdownTables.ts"
import { accountsPage } from "./accounts.ts"
import { authorityPage } from "./authority.ts"
import { endpointsPage } from "./endpoints.ts"
import { errorsPage } from "./errors.ts"
import { fieldPage } from "./field.ts"
import { hostsPage } from "./hosts.ts"
import { conceptsPage, machinesPage } from "./machines.ts"
import { matrixModule } from "./matrix.ts"
import { optionsPage } from "./options.ts"
import { withTitles } from "./pages.ts"
import { policyTypes } from "./policy.ts"
import { portIndex, portOptions } from "./ports.ts"
import { withPowers } from "./security.ts"

/** Returns the dependency page with the workspaces that declare each package in the column "used by". */
export const withUsers = (page: string, workspaces: ReadonlyArray<Workspace>): string =>
  tableRows(page, "package").reduce((printed, row) => {
    const [name = "", version] = row.cells.map((cell) => cell.replaceAll("`", ""))
    const users = workspaces.filter(({ manifest }) => LISTS.some((field) => manifest[field]?.[name] === version))
    const names = users.map(({ folder }) => (folder === "." ? "root" : folder)).join(", ")
    return withCell(printed, row, "used by", names)
  }, page)

/** Returns the page with the map of workspaces and their package.json descriptions in its `output=map` block. */
export const withMap = (page: string, workspaces: ReadonlyArray<Workspace>): string => {
  const rooms = workspaces.filter(({ folder }) => folder !== ".")
  const width = Math.max(...rooms.map(({ folder }) => folder.length))
  const lines = rooms.map(({ folder, manifest: { description } }) => {
    if (description === undefined) throw new Error(`${folder}/package.json has no description`)
    return `${folder.padEnd(width)}  ${description}`
  })
  const [before, , after] = page.split(/(?<=^```text output=map\n)([^`]*)(?=^```$)/mu)
  if (before === undefined || after === undefined) throw new Error("the page has no block output=map")
  return `${before}${lines.join("\n")}\n${after}`
}

/** Returns the tsconfig with a reference to each folder. Throws when it has no list of references. */
export const withReferences = (text: string, file: string, folders: ReadonlyArray<string>): string => {
  const from = posix.dirname(file)
  const entries = folders.map((folder) => {
    const path = posix.relative(from, folder)
    return `    {\n      "path": "${path === "" ? "." : path}"\n    }`
  })
  const [before, , after] = text.split(/(?<="references": \[)([^\]]*)(?=\])/u)
  if (before === undefined || after === undefined) throw new Error(`${file} has no references`)
  return `${before}\n${entries.join(",\n")}\n  ${after}`
}

/** A file path relative to the root, and the function that prints the file. */
export interface Generator {
  readonly file: string
  readonly render: () => Promise<string>
}

/** The generated pages. A new page needs one line here and one file in this folder. */
export const generators: ReadonlyArray<Generator> = [
  {
    file: "docs/generated/accounts.md",
    render: async () => accountsPage((await import("@countersign/account-types")).accountTypes)
  },
  {
    file: "docs/generated/authority.md",
    render: async () => authorityPage(await import("@countersign/core/internal"))
  },
  { file: "docs/generated/endpoints.md", render: async () => endpointsPage(await import("@countersign/http")) },
  { file: "docs/generated/errors.md", render: async () => errorsPage((await import("@countersign/http")).catalogue) },
  {
    file: "docs/generated/hosts.md",
    render: async () => hostsPage((await import("@countersign/example-hosts")).matrix)
  },
  { file: "docs/generated/machines.md", render: async () => machinesPage(await import("@countersign/core/internal")) },
  {
    file: "docs/generated/openapi.json",
    render: async () => `${JSON.stringify((await import("@countersign/http")).openApiDocument(), null, 2)}\n`
  },
  {
    file: "docs/concepts.md",
    render: async () => {
      const { handshake, signedRetry } = await recordedExchanges()
      const exchanges = [
        ["signed-retry", signedRetryPicture(signedRetry)],
        ["handshake", handshakePicture(handshake)]
      ] as const
      return conceptsPage(text("docs/concepts.md"), await import("@countersign/core/internal"), new Map(exchanges))
    }
  },
  { file: "docs/architecture.md", render: async () => withMap(text("docs/architecture.md"), workspaces()) },
  {
    file: "docs/generated/options.md",
    render: async () => {
      const { policyFields } = await import("@countersign/core/internal")
      return optionsPage(OPTIONS, [OPTIONS, HOST_PORTS, PORT_OPTIONS].map(text).join("\n"), policyFields)
    }
  },
  {
    file: "docs/maintain/dependencies.md",
    render: async () => withUsers(text("docs/maintain/dependencies.md"), workspaces())
  },
  {
    file: "packages/http/src/resources/index.ts",
    render: async () => matrixModule((await import("@countersign/http")).endpoints)
  },
  {
    file: "SECURITY.md",
    render: async () => withPowers(text("SECURITY.md"), (await import("@countersign/http")).endpoints)
  },
  { file: "docs/maintain/field.md", render: async () => fieldPage(reports(), kinds()) },
  { file: "CONTRIBUTING.md", render: async () => withCosts(text("CONTRIBUTING.md")) },
  { file: "llms.txt", render: async () => withTitles(text("llms.txt"), text) }
]

const OPTIONS = "packages/countersign/src/options.ts"
const HOST_PORTS = "packages/countersign/src/types/hostPorts.ts"
const PORT_OPTIONS = "packages/countersign/src/types/PortOptions.ts"
const POLICY = "packages/core/src/model/Policy.ts"
const PORTS = "packages/countersign/src/ports.ts"

/** Returns the workspaces with a build. */
const compiled = () =>
  workspaces()
    .map(({ folder }) => folder)
    .filter((folder) => folder !== "." && isThere(`${folder}/tsconfig.json`))

const withCompiled = (file: string, more: ReadonlyArray<string> = []): Generator => ({
  file,
  render: async () => withReferences(text(file), file, [...compiled(), ...more])
})

/** The sources that are generated from other sources before compilation. */
export const sources: ReadonlyArray<Generator> = [
  {
    file: "packages/core/src/ports/index.ts",
    render: async () =>
      portIndex(filesBelow("packages/core/src/ports", ".ts").map((path) => ({ path, text: text(path) })))
  },
  { file: PORT_OPTIONS, render: async () => portOptions({ path: PORTS, text: text(PORTS) }) },
  {
    file: "packages/countersign/src/types/policy.ts",
    render: async () => policyTypes({ path: POLICY, text: text(POLICY) })
  },
  withCompiled("tsconfig.json", ["tooling/checks/tsconfig.tests.json"]),
  withCompiled("tooling/checks/tsconfig.tests.json")
]

/** Prints the sources that follow from the contract of `@countersign/http`, by file. */
export const printedSources = async (): Promise<ReadonlyMap<string, string>> =>
  (await import("../printed/index.ts")).printedSources()

/** The folders that may contain only generated files. */
export const generatedFolders: ReadonlyArray<string> = ["docs/generated"]

/** The files in these folders that contain measurements. They differ between runs, so they are not compared. */
export const measuredFiles: ReadonlyArray<string> = [
  "bench-in-process.md",
  "bench.json",
  "bench.md",
  "mutation.json",
  "mutation.md",
  "sabotage.json",
  "scale.json",
  "scale.md",
  "soak.json",
  "soak.md"
].map((name) => `docs/generated/${name}`)

/** A folder of generated files, and the function that prints all of them by name. */
export interface Collection {
  readonly folder: string
  readonly render: () => Promise<ReadonlyMap<string, string>>
}

/** The folders that consist of generated files. */
export const collections: ReadonlyArray<Collection> = [
  {
    folder: "packages/kits/vectors/json",
    render: async () => (await import("@countersign/vector-generator")).vectorFiles()
  }
]
