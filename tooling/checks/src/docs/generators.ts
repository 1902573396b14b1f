import { posix } from "node:path"
import { kinds, reports } from "../field/corpus.ts"
import { handshakePicture, signedRetryPicture } from "../pictures/exchanges.ts"
import { recordedExchanges } from "../pictures/recorded.ts"
import { filesBelow, isThere, text, workspaces } from "../workspace/disk.ts"
import { LISTS, type Workspace } from "../workspace/Manifest.ts"
import { tableRows, withBlock, withCell } from "../workspace/markdown.ts"
import { accountsPage } from "./accounts.ts"
import { authorityPage } from "./authority.ts"
import { endpointsPage, matrixModule } from "./endpoints.ts"
import { errorsPage } from "./errors.ts"
import { fieldPage } from "./field.ts"
import { hostsPage } from "./hosts.ts"
import { conceptsPage, machinesPage } from "./machines.ts"
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
    return `${folder.padEnd(width)}  ${description}\n`
  })
  return withBlock(page, ["\n```text output=map\n", "```\n"], lines.join(""))
}

/** Returns the tsconfig with a reference to each folder. Throws when it has no list of references. */
export const withReferences = (text: string, file: string, folders: ReadonlyArray<string>): string => {
  const entries = folders.map((folder) => {
    const path = posix.relative(posix.dirname(file), folder)
    return `    {\n      "path": "${path === "" ? "." : path}"\n    }`
  })
  return withBlock(text, ['"references": [', "]"], `\n${entries.join(",\n")}\n  `)
}

/** The functions that print a file, by its path. */
export type Generators = Readonly<Record<string, () => Promise<string> | string>>

const OPTIONS = "packages/countersign/src/options.ts"
const KEY_MANAGEMENT = "adapters/node-crypto/src/KeyManagement.ts"
const HOST_PORTS = "packages/countersign/src/types/hostPorts.ts"
const PORT_OPTIONS = "packages/countersign/src/types/PortOptions.ts"
const POLICY = "packages/core/src/model/Policy.ts"
const PORTS = "packages/countersign/src/ports.ts"

/** The generated pages. A new page needs one line here and one file in this folder. */
export const generators: Generators = {
  "docs/generated/accounts.md": async () => accountsPage((await import("@countersign/account-types")).accountTypes),
  "docs/generated/authority.md": async () => authorityPage(await import("@countersign/core/internal")),
  "docs/generated/endpoints.md": async () => endpointsPage(await import("@countersign/http")),
  "docs/generated/errors.md": async () => errorsPage((await import("@countersign/http")).catalogue),
  "docs/generated/hosts.md": async () => hostsPage((await import("@countersign/example-hosts")).matrix),
  "docs/generated/machines.md": async () => machinesPage(await import("@countersign/core/internal")),
  "docs/generated/openapi.json": async () =>
    `${JSON.stringify((await import("@countersign/http")).openApiDocument(), null, 2)}\n`,
  "docs/generated/options.md": async () => {
    const { policyFields } = await import("@countersign/core/internal")
    return optionsPage(OPTIONS, [OPTIONS, HOST_PORTS, KEY_MANAGEMENT, PORT_OPTIONS].map(text).join("\n"), policyFields)
  },
  "docs/generated/engines.md": async () => (await import("../engines/engines.ts")).enginesPage(),
  "docs/generated/questions.md": async () => (await import("../views/views.ts")).queriesPage(),
  "docs/generated/views.md": async () => (await import("../views/views.ts")).viewsPage(),
  "docs/concepts.md": async () => {
    const { handshake, signedRetry } = await recordedExchanges()
    const exchanges = [
      ["signed-retry", signedRetryPicture(signedRetry)],
      ["handshake", handshakePicture(handshake)]
    ] as const
    return conceptsPage(text("docs/concepts.md"), await import("@countersign/core/internal"), new Map(exchanges))
  },
  "CONTRIBUTING.md": () => withMap(text("CONTRIBUTING.md"), workspaces()),
  "docs/maintain/dependencies.md": () => withUsers(text("docs/maintain/dependencies.md"), workspaces()),
  "docs/maintain/field.md": () => fieldPage(reports(), kinds()),
  "packages/http/src/resources/index.ts": async () => matrixModule((await import("@countersign/http")).endpoints),
  "SECURITY.md": async () => withPowers(text("SECURITY.md"), (await import("@countersign/http")).endpoints),
  "llms.txt": () => withTitles(text("llms.txt"), text)
}

/** Returns the workspaces with a build. */
const compiled = () =>
  workspaces()
    .map(({ folder }) => folder)
    .filter((folder) => folder !== "." && isThere(`${folder}/tsconfig.json`))

const withCompiled = (file: string, ...more: ReadonlyArray<string>): string =>
  withReferences(text(file), file, [...compiled(), ...more])

const TESTS = "tooling/checks/tsconfig.tests.json"

/** The sources that are generated from other sources before compilation. */
export const sources: Generators = {
  "packages/core/src/ports/index.ts": () =>
    portIndex(filesBelow("packages/core/src/ports", ".ts").map((path) => ({ path, text: text(path) }))),
  [PORT_OPTIONS]: () => portOptions({ path: PORTS, text: text(PORTS) }),
  "packages/countersign/src/types/policy.ts": () => policyTypes({ path: POLICY, text: text(POLICY) }),
  "tsconfig.json": () => withCompiled("tsconfig.json", TESTS),
  [TESTS]: () => withCompiled(TESTS)
}

/** Prints the sources that follow from the contract of `@countersign/http`, by file. */
export const printedSources = async (): Promise<ReadonlyMap<string, string>> =>
  (await import("../printed/index.ts")).printedSources()

const VECTORS = "packages/kits/vectors/json"

/** Prints the test vectors, by file. */
export const vectors = async (): Promise<ReadonlyMap<string, string>> => {
  const files = await (await import("@countersign/vector-generator")).vectorFiles()
  return new Map([...files].map(([file, content]) => [`${VECTORS}/${file}`, content]))
}

/** The folders that may contain only generated files. */
export const generatedFolders: ReadonlyArray<string> = ["docs/generated", VECTORS]

/** The files in these folders that contain measurements. They differ between runs, so they are not compared. */
export const measuredFiles: ReadonlyArray<string> = [
  ...["bench.json", "bench.md", "mutation.json", "mutation.md"],
  ...["sabotage.json", "scale.json", "scale.md", "simulation.json", "simulation.md", "soak.json", "soak.md"]
].map((name) => `docs/generated/${name}`)
