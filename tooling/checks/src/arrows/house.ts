import type { Patterns } from "./breach.ts"

/** What the files of one room may import. Every list is read by `allows`: the last match decides. */
export interface Room {
  readonly room: string
  /** Rooms of this repository. */
  readonly workspace: Patterns
  /** Packages from npm, `effect` aside. Each must also stand in the workspace's own package.json. */
  readonly npm: Patterns
  /** Modules of effect: `Effect` is `effect/Effect`, `http/HttpRouter` is `effect/http/HttpRouter`. */
  readonly effect: Patterns
  /** Files of the room that may import `node:*`. */
  readonly node: Patterns
}

const none: Patterns = []
const all: Patterns = ["**"]

// The modules whose every export that we use is tagged `@stability stable` in effect 4.1.0.
const stable: Patterns = [
  ..."Effect Layer Context Schema SchemaTransformation SchemaGetter SchemaIssue Data Clock DateTime Duration".split(
    " "
  ),
  ..."Option Result Redacted Match Config ConfigProvider Random ManagedRuntime Predicate Cause Exit Ref Semaphore".split(
    " "
  ),
  ..."Record Array Struct Equal encoding/Base64 encoding/Base64Url encoding/Hex".split(" ")
]

// Whatever the index of effect 4.1.0 does not tag unstable or experimental.
const settled: Patterns = [
  ..."* encoding/Base64 encoding/Base64Url encoding/Hex !Arbitrary !Bytes !ByteSize !ChannelSchema".split(" "),
  ..."!ErrorReporter !ExecutionPlan !FileSystem !Glob !Graph !HashRing !LayerMap !LayerRef !Newtype".split(" "),
  ..."!PartitionedSemaphore !Path !PlatformError !SemVer !SemVerRange !Stdio !Terminal !TextDiff !TxChunk !Version".split(
    " "
  )
]

// The contract is derived from effect/http-api, and only packages/http may know it.
const withHttp: Patterns = [...settled, "http/*", "http-api/*"]

const wire = "packages/wire"
const accountTypes = "packages/account-types"
const core = "packages/core"
const http = "packages/http"

// Sandbox behaviour is reached through the facade or not at all.
const everything: Patterns = [...all, "!packages/sandbox"]

/** The arrows between the rooms. A room that is not listed may not exist; the first row that matches counts. */
export const house: ReadonlyArray<Room> = [
  {
    room: wire,
    workspace: none,
    npm: ["@noble/curves", "@noble/hashes", "@hpke/core", "@scure/base"],
    effect: none,
    // Behind the condition `node` of `#primitives`: a bundler for browsers takes the file beside it.
    node: ["src/primitives/native.ts"]
  },
  { room: "packages/vectors", workspace: [wire], npm: none, effect: none, node: none },
  { room: accountTypes, workspace: none, npm: all, effect: none, node: none },
  {
    room: core,
    workspace: [wire, accountTypes],
    npm: none,
    effect: stable,
    node: none
  },
  {
    room: http,
    workspace: [core, wire, accountTypes],
    npm: none,
    effect: withHttp,
    node: ["src/node/**"]
  },
  {
    room: "packages/sandbox",
    workspace: [core, http, wire, accountTypes],
    npm: none,
    effect: settled,
    node: none
  },
  {
    room: "packages/client",
    workspace: [wire, accountTypes],
    npm: none,
    effect: none,
    node: none
  },
  {
    room: "adapters/*",
    workspace: [core, http, wire],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "packages/countersign",
    workspace: [...all, "!packages/testkit", "!packages/cli", "!tooling/*", "!examples/*"],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "packages/testkit",
    workspace: [...everything, "!tooling/*"],
    npm: all,
    effect: all,
    node: all
  },
  {
    room: "packages/cli",
    workspace: [...everything, "!tooling/*"],
    npm: all,
    effect: settled,
    node: all
  },
  {
    room: "tooling/model",
    workspace: [core, wire],
    npm: none,
    effect: settled,
    node: ["src/main.ts", "src/settings.ts"]
  },
  { room: "tooling/*", workspace: everything, npm: all, effect: settled, node: all },
  { room: "examples/*", workspace: all, npm: all, effect: all, node: all }
]

/** The arrows between the folders of one room. A folder may always import itself; `.` are the files beside index.ts. */
export const folders = {
  room: core,
  rows: [
    { folder: "machine", may: none },
    { folder: "kernel", may: none },
    { folder: "model", may: ["kernel"] },
    { folder: "ports", may: ["kernel", "model", "store"] },
    { folder: "store", may: ["kernel", "model"] },
    { folder: "operations", may: ["**", "!."] },
    { folder: ".", may: ["**"] },
    { folder: "rules/*", may: ["machine", "kernel", "model", "ports", "store"] }
  ]
}

/** The same in http: a message knows nothing of what is answered, and no folder imports another both ways. */
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

/** Words that unlock sandbox behaviour, and the files they may stand in. This table has to spell them. */
export const sandboxWords = {
  words: ["sandbox-valid-signature", "sandbox-valid-passkey-signature"],
  files: ["packages/sandbox/src/**", "examples/**", "tooling/checks/src/arrows/house.ts"]
}

/** Where a cast is reported, and the two files that may not do without. */
export const casts = {
  plain: ["packages/**", "tooling/**", "!tooling/checks/**", "!tooling/harness/**"],
  throughUnknown: all,
  exempt: ["packages/core/src/machine/Machine.ts", "packages/core/src/rules/credentials/kinds/index.ts"]
}

/**
 * Where JSON may be read by the platform's own parser. In what a call passes through, only by the strict reader itself, and
 * of what this service has written: its document, its rows (`rows.ts` of a store), what its vault gives back, its answers in process, and cursors, which
 * name a place in a list and are nowhere kept.
 */
export const readers: Patterns = [
  ...["**", "!packages/wire/**", "!packages/account-types/**", "!packages/core/**", "!packages/http/**"],
  ...["!packages/sandbox/**", "!packages/countersign/**", "!adapters/**"],
  ...["packages/wire/src/json.ts", "packages/http/src/document/openApi.ts"],
  ...["packages/core/src/ports/Vault.ts", "packages/http/src/resources/paging.ts"],
  "packages/http/src/server/inProcess.ts",
  ...["adapters/memory/src/memoryStore.ts", "adapters/postgres/src/ids.ts", "adapters/*/src/rows.ts"]
]

/** The files that load what a person names when they run it. Nothing of this repository can be reached so. */
export const loaders: Patterns = ["packages/cli/src/doctor/options.ts", "tooling/mutation/src/warm/collect.ts"]

/** Where a switch must name every case. */
export const exhaustive: Patterns = ["packages/core/src/**"]
