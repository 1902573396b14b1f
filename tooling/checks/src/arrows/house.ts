import type { Patterns } from "./breach.ts"

/** The imports that the files of one workspace ("room") may have. `allows` reads every list: the last match decides. */
export interface Room {
  readonly room: string
  /** Workspaces of this repository. An omitted list allows nothing. */
  readonly workspace?: Patterns
  /** Packages from npm except `effect`. The workspace's own package.json must also declare each of them. */
  readonly npm?: Patterns
  /** Modules of Effect: `Effect` is `effect/Effect`, `http/HttpRouter` is `effect/http/HttpRouter`. */
  readonly effect?: Patterns
  /** Files of the workspace that may import `node:*`. */
  readonly node?: Patterns
}

const none: Patterns = []
const all: Patterns = ["**"]

// Modules of which every export in use is tagged `@stability stable` in effect 4.1.0.
const stable: Patterns = [
  "Effect Layer Context Schema SchemaTransformation SchemaGetter SchemaIssue Data Clock DateTime Duration Option Result",
  "Redacted Match Config ConfigProvider Random ManagedRuntime Predicate Cause Exit Ref Semaphore Record Array Struct",
  "Equal encoding/Base64 encoding/Base64Url encoding/Hex"
].flatMap((line) => line.split(" "))

// Every module in the index of effect 4.1.0 that is not tagged unstable or experimental.
const settled: Patterns = [
  "* encoding/Base64 encoding/Base64Url encoding/Hex !Arbitrary !Bytes !ByteSize !ChannelSchema !ErrorReporter",
  "!ExecutionPlan !FileSystem !Glob !Graph !HashRing !LayerMap !LayerRef !Newtype !PartitionedSemaphore !Path",
  "!PlatformError !SemVer !SemVerRange !Stdio !Terminal !TextDiff !TxChunk !Version"
].flatMap((line) => line.split(" "))

// The HTTP contract is built with effect/http-api, which only packages/http may import.
const withHttp: Patterns = [...settled, "http/*", "http-api/*"]

const wire = "packages/wire"
const accountTypes = "packages/account-types"
const core = "packages/core"
const http = "packages/http"

// Only the facade may import sandbox behaviour.
const everything: Patterns = [...all, "!packages/sandbox"]

/** The allowed imports of each workspace. A workspace without a row is a breach; the first matching row applies. */
export const house: ReadonlyArray<Room> = [
  {
    room: wire,
    npm: ["@hpke/core", "@noble/curves", "@noble/hashes", "@scure/base"],
    // Selected by the `node` condition of `#digests` and `#symbols`. A bundler for browsers resolves the portable files.
    node: ["src/primitives/native/**"]
  },
  { room: "packages/kits/vectors", workspace: [wire] },
  { room: accountTypes, npm: all },
  {
    room: core,
    workspace: [wire, accountTypes],
    // The wait between two attempts of a commit.
    effect: [...stable, "Schedule"]
  },
  {
    room: http,
    workspace: [core, wire, accountTypes],
    effect: withHttp,
    node: ["src/node/**"]
  },
  {
    room: "packages/sandbox",
    workspace: [core, http, wire, accountTypes],
    effect: settled
  },
  {
    room: "packages/client",
    workspace: [wire, accountTypes],
    npm: ["@noble/ciphers"]
  },
  { room: "packages/react", workspace: ["packages/client"], npm: all },
  { room: "packages/kits/create", node: all },
  {
    room: "adapters/*",
    workspace: [core, http, wire],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "packages/countersign",
    workspace: [...all, "!packages/kits/*", "!tooling/*", "!examples/*"],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "packages/kits/testkit",
    workspace: [...everything, "!tooling/*"],
    npm: all,
    effect: all,
    node: all
  },
  {
    room: "packages/kits/cli",
    workspace: [...everything, "!tooling/*"],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "tooling/model",
    workspace: [core, wire],
    effect: settled,
    node: ["src/main.ts"]
  },
  // With the collections of the sandbox, whose tables are printed beside those of core.
  { room: "tooling/harness", workspace: all, npm: all, effect: settled, node: all },
  { room: "tooling/*", workspace: everything, npm: all, effect: [...settled, "SemVer"], node: all },
  { room: "examples/*", workspace: all, npm: all, effect: all, node: all }
]

/** The published workspace that depends on `effect`. The others import it from there. */
export const effectOwner = core

/** The files that export whole indexes of Effect to the other workspaces. */
export const effectDoors: Patterns = ["packages/core/src/effect/*.ts"]

/** The allowed imports between the folders of core. A folder may import itself; `.` is the folder of index.ts. */
export const folders = {
  room: core,
  rows: [
    { folder: "machine", may: none },
    { folder: "schema", may: none },
    { folder: "effect", may: none },
    { folder: "model", may: ["schema"] },
    { folder: "store", may: ["schema", "model"] },
    { folder: "ports", may: ["schema", "model", "store"] },
    { folder: "things/*/rules", may: ["machine", "schema", "model", "store", "ports"] },
    { folder: "steps", may: ["machine", "schema", "model", "store", "ports", "things/*/rules"] },
    { folder: "things/*", may: ["**", "!."] },
    { folder: "things", may: ["**", "!."] },
    { folder: ".", may: ["**"] }
  ]
}

/** Rules are pure: they import no module that runs an effect. A stamp's evidence is made only where it was verified. */
export const pure = {
  files: ["packages/core/src/things/*/rules/**", "!packages/core/src/things/signed-requests/rules/StampAuthority.ts"],
  without: ["Effect", "Layer", "Clock", "Ref", "Schedule", "ManagedRuntime"]
}

/** The allowed imports between the folders of http. `message` imports no other folder, and no two import each other. */
export const httpFolders = {
  room: http,
  rows: [
    { folder: "message", may: none },
    { folder: "errors", may: ["message"] },
    { folder: "resources", may: ["errors", "message", "."] },
    { folder: "server", may: ["errors", "message", "resources", "."] },
    { folder: "document", may: ["errors", "message", "resources"] },
    { folder: "guards", may: ["errors", "message", "resources", "server"] },
    { folder: "node", may: ["errors", "guards", "message"] },
    { folder: ".", may: ["*"] }
  ]
}

/** The file that lists the modules with refusals, and the folder whose modules its own index lists. */
export const refusals = {
  list: "packages/core/src/refusals.ts",
  kinds: "packages/core/src/things/credentials/kinds/"
}

/** Words that activate sandbox behaviour, and the files that may contain them, this table included. */
export const sandboxWords = {
  words: ["sandbox-valid-signature", "sandbox-valid-passkey-signature"],
  files: ["packages/sandbox/src/**", "examples/**", "tooling/checks/src/arrows/house.ts"]
}

/** The files in which a cast is reported, and the two files in which a cast is necessary. */
export const casts = {
  plain: ["packages/**", "tooling/**", "!tooling/checks/**", "!tooling/harness/**"],
  exempt: ["packages/core/src/machine/Machine.ts", "packages/core/src/things/credentials/kinds/index.ts"]
}

/**
 * The files that may use `JSON.parse`. On the path of a request, only the strict reader may use it, and code that reads
 * JSON written by this service: its OpenAPI document, store rows (`rows.ts`) and their ids (`table.ts`), vault contents,
 * in-process responses, and pagination cursors.
 */
export const readers: Patterns = [
  ...["**", "!packages/wire/**", "!packages/account-types/**", "!packages/core/**", "!packages/http/**"],
  ...["!packages/sandbox/**", "!packages/countersign/**", "!adapters/**"],
  ...["packages/wire/src/json.ts", "packages/http/src/document/openApi.ts"],
  ...["packages/core/src/ports/Vault.ts", "packages/http/src/resources/fields.ts"],
  "packages/http/src/server/inProcess.ts",
  ...["adapters/memory/src/memoryStore.ts", "adapters/*/src/rows.ts", "adapters/postgres/src/table.ts"]
]

/** The files that import a module named on the command line. Such an import cannot reach this repository's sources. */
export const loaders: Patterns = [
  "packages/kits/cli/src/dev/Front.ts",
  "packages/kits/cli/src/doctor/options.ts",
  "tooling/mutation/src/warm/collect.ts"
]

/** The files in which a `switch` must name every case. */
export const exhaustive: Patterns = ["packages/core/src/**"]
