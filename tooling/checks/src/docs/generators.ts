import { withTokenPowers } from "../authority/block.ts"
import { tokenPowers } from "../authority/tokenPowers.ts"
import { handshakePicture, signedRetryPicture } from "../pictures/exchanges.ts"
import { recordedExchanges } from "../pictures/recorded.ts"
import { ceremonies } from "../standards/ceremonies.ts"
import { standards } from "../standards/standards.ts"
import { advisories } from "../threats/advisories.ts"
import { tables } from "../threats/tables.ts"
import { files, shown } from "../threats/today.ts"
import { filesBelow, isThere, text, workspaces } from "../workspace/disk.ts"
import { accountsPage } from "./accounts.ts"
import { advisoriesPage } from "./advisories.ts"
import { defaultsPage } from "./defaults.ts"
import { withUsers } from "./dependencyUsers.ts"
import { endpointIndex } from "./endpointIndex.ts"
import { endpointsPage } from "./endpoints.ts"
import { errorsPage } from "./errors.ts"
import { hostsPage } from "./hosts.ts"
import { llmsFile } from "./llms.ts"
import { conceptsPage, machinesPage } from "./machines.ts"
import { withMap } from "./map.ts"
import { openApiFile } from "./openapi.ts"
import { withReferences } from "./references.ts"
import { standardsPage } from "./standards.ts"
import { threatsPage } from "./threats.ts"
import { vectorTexts } from "./vectors.ts"

/** A file by its path from the root, and how to print it. */
export interface Generator {
  readonly file: string
  readonly render: () => Promise<string>
}

/** The pages that print from the code. A new page is one line here and one file beside this one. */
export const generators: ReadonlyArray<Generator> = [
  { file: "docs/generated/accounts.md", render: async () => accountsPage(await import("@countersign/account-types")) },
  { file: "docs/generated/endpoints.md", render: async () => endpointsPage(await import("@countersign/http")) },
  { file: "docs/generated/errors.md", render: async () => errorsPage(await import("@countersign/http")) },
  { file: "docs/generated/hosts.md", render: async () => hostsPage(await import("@countersign/example-hosts")) },
  { file: "docs/generated/machines.md", render: async () => machinesPage(await import("@countersign/core/internal")) },
  { file: "docs/generated/openapi.json", render: async () => openApiFile(await import("@countersign/http")) },
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
  { file: "README.md", render: async () => withMap(text("README.md"), workspaces()) },
  {
    file: "docs/defaults.md",
    render: async () =>
      defaultsPage(text("docs/defaults.md"), (await import("@countersign/core/internal")).policyFields)
  },
  { file: "docs/dependencies.md", render: async () => withUsers(text("docs/dependencies.md"), workspaces()) },
  { file: "docs/advisories.md", render: async () => advisoriesPage(advisories) },
  { file: "docs/standards.md", render: async () => standardsPage(standards, ceremonies, files) },
  { file: "SECURITY.md", render: async () => withTokenPowers(text("SECURITY.md"), tokenPowers) },
  { file: "docs/threats.md", render: async () => threatsPage(tables, shown) },
  { file: "llms.txt", render: async () => llmsFile(text) }
]

const RESOURCES = "packages/http/src/resources"

/** The workspaces that are compiled. */
const compiled = () =>
  workspaces()
    .map(({ folder }) => folder)
    .filter((folder) => folder !== "." && isThere(`${folder}/tsconfig.json`))

const withCompiled = (file: string, more: ReadonlyArray<string> = []): Generator => ({
  file,
  render: async () => withReferences(text(file), file, [...compiled(), ...more])
})

/** The sources that print from other sources, before anything is compiled. */
export const sources: ReadonlyArray<Generator> = [
  {
    file: `${RESOURCES}/index.ts`,
    render: async () => {
      const files = filesBelow(RESOURCES, ".ts").map((path) => [path.slice(RESOURCES.length + 1), text(path)] as const)
      return endpointIndex(new Map(files))
    }
  },
  withCompiled("tsconfig.json", ["tooling/checks/tsconfig.tests.json"]),
  withCompiled("tooling/checks/tsconfig.tests.json")
]

/** The folders in which nothing may stand that no generator prints. */
export const generatedFolders: ReadonlyArray<string> = ["docs/generated"]

/** The files among them that no code prints: commands measured them, and no two runs measure the same. */
export const measuredFiles: ReadonlyArray<string> = [
  "bench.json",
  "bench.md",
  "bench.svg",
  "mutation.json",
  "mutation.md",
  "sabotage.md",
  "scale.json",
  "scale.md",
  "soak.json",
  "soak.md"
].map((name) => `docs/generated/${name}`)

/** A folder that holds generated files and nothing else, and how to print them all, by name. */
export interface Collection {
  readonly folder: string
  readonly render: () => Promise<ReadonlyMap<string, string>>
}

/** The folders that print from the code as a whole. */
export const collections: ReadonlyArray<Collection> = [
  { folder: "packages/vectors/json", render: async () => vectorTexts(await import("@countersign/vectors")) }
]
