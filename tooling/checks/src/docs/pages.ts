/** A page for readers: its file, and its purpose in one line. Its title is its first heading. */
export interface Page {
  readonly file: string
  readonly says: string
}

/** Pages of one kind, in reading order. */
export interface Chapter {
  readonly title: string
  readonly pages: ReadonlyArray<Page>
}

/** Every page, in the order of llms.txt. A page of docs/ that is missing here fails the checks. */
export const chapters: ReadonlyArray<Chapter> = [
  {
    title: "Start",
    pages: [
      { file: "README.md", says: "Summary, first sign-in, and an index of the documentation" },
      { file: "docs/README.md", says: "Index of tutorial, guides, reference and explanation" },
      { file: "docs/tutorial.md", says: "From a clone to a session in your own Express server, and on to production" }
    ]
  },
  {
    title: "Guides",
    pages: [
      { file: "docs/guides/mount.md", says: "A program for Express, Koa, Fastify, Hono, Next and Node's own server" },
      { file: "docs/guides/protect-an-endpoint.md", says: "Require a signature or a session on your own endpoints" },
      { file: "docs/guides/customers.md", says: "Customers, beneficial owners, verifications, API tokens" },
      { file: "docs/guides/external-accounts.md", says: "Store payout destinations and verify them" },
      { file: "docs/guides/webhooks.md", says: "Receive events, verify their signatures, redrive dead letters" },
      { file: "docs/guides/mail.md", says: "Send one-time codes and notices over SMTP" },
      { file: "docs/guides/sandbox.md", says: "Simulated money, outcomes and faults, and a clock that advances" },
      { file: "docs/guides/receipts.md", says: "Prove later what a user authorised, and with which signature" },
      { file: "docs/guides/postgres.md", says: "Tables, roles, connection pool and poolers in PostgreSQL" },
      { file: "docs/guides/production.md", says: "The checklist before the first production user" },
      { file: "docs/guides/rotate-keys.md", says: "Replace each key and secret without downtime" },
      {
        file: "docs/guides/operations.md",
        says: "Health checks, database failures, shutdown, logs, traces and metrics"
      },
      { file: "docs/guides/scale.md", says: "Capacity, storage, sweeping, vacuum, backups, more than one database" },
      { file: "docs/guides/troubleshooting.md", says: "Twelve common mistakes, and the error of each" },
      { file: "docs/guides/write-an-adapter.md", says: "Every port with its contract, and a mailer as an example" },
      { file: "docs/guides/write-a-store.md", says: "A store for your own engine, and its conformance suite" },
      { file: "docs/guides/write-a-host-adapter.md", says: "Mount it in a framework that has no adapter yet" }
    ]
  },
  {
    title: "Reference",
    pages: [
      { file: "docs/generated/options.md", says: "Options of createCountersign, and every policy value" },
      { file: "docs/reference/defaults.md", says: "Fixed limits, store options, and development defaults" },
      { file: "docs/generated/endpoints.md", says: "Every endpoint, with its checks in their order" },
      { file: "docs/generated/errors.md", says: "Every error code with its causes and remedies" },
      { file: "docs/generated/machines.md", says: "States and transitions of every record" },
      { file: "docs/generated/accounts.md", says: "Fields of each type of external account" },
      { file: "docs/reference/command-line.md", says: "The countersign command: sandbox, sign-in, keys, diagnostics" },
      { file: "docs/reference/protocol.md", says: "The wire protocol byte by byte, for a client in any language" },
      { file: "docs/reference/vectors.md", says: "Test vectors for a client or server in another language" },
      { file: "docs/reference/packages.md", says: "Purpose, size and supported runtimes of each package" },
      { file: "docs/reference/versioning.md", says: "Compatibility promises, and upgrades without downtime" }
    ]
  },
  {
    title: "Explanation",
    pages: [
      { file: "docs/concepts.md", says: "Signed retry, handshake, sessions, credentials and keys, in diagrams" },
      { file: "docs/architecture.md", says: "One request through the packages, with file names" },
      { file: "docs/security.md", says: "Assets, trust boundaries, invariants, and what is not claimed" },
      { file: "docs/performance.md", says: "The cost of a call, and how it grows" },
      { file: "docs/comparison.md", says: "Hosted wallets, Turnkey, better-auth, DPoP; when not to use this" },
      { file: "docs/glossary.md", says: "Each term once, with its standard and its file" },
      { file: "SECURITY.md", says: "How to report a vulnerability, and what an attacker can do" }
    ]
  },
  {
    title: "Maintain",
    pages: [
      { file: "CONTRIBUTING.md", says: "Build, test and change this repository" },
      { file: "docs/decisions/README.md", says: "Design decisions, one page each" },
      { file: "docs/maintain/threats.md", says: "Each attack, the behaviour that prevents it, and its tests" },
      { file: "docs/maintain/advisories.md", says: "Vulnerabilities of comparable software, and the tests here" },
      { file: "docs/maintain/standards.md", says: "Requirements of standards, with the evidence for each" },
      { file: "docs/maintain/model.md", says: "Model checking of every interleaving of a few calls" },
      { file: "docs/maintain/soak.md", says: "Fault injection and long-running tests" },
      { file: "docs/maintain/mutation.md", says: "Mutation testing of sources and defences" },
      { file: "docs/maintain/mutants.md", says: "Surviving mutants, and why each is acceptable" },
      { file: "docs/maintain/store-mutants.md", says: "Defects that the store suite detects" },
      { file: "docs/maintain/performance.md", says: "Processor time by component, and the optimisations made" },
      { file: "docs/maintain/dependencies.md", says: "Every package from npm, and the reason for it" },
      { file: "docs/generated/hosts.md", says: "Results of the conformance suite for each framework" },
      { file: "docs/generated/bench.md", says: "The cost of each flow compared with a lower bound" },
      { file: "docs/generated/bench-in-process.md", says: "CPU of a call in one process, by part" },
      { file: "docs/generated/scale.md", says: "The duration of each flow as the tables grow" },
      { file: "docs/generated/soak.md", says: "Results of the long-running tests" },
      { file: "docs/generated/mutation.md", says: "Share of mutants that the tests detect" },
      { file: "docs/generated/sabotage.md", says: "The test that detects the removal of each defence" }
    ]
  }
]

/** The pages of docs/ that no chapter lists, and listed pages that do not exist. Decisions have their own index. */
export const missingPages = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const listed = chapters.flatMap(({ pages }) => pages.map(({ file }) => file))
  return [
    ...files
      .filter((file) => !file.startsWith("docs/decisions/") && !listed.includes(file))
      .map((file) => `${file}  page  is in no chapter: give it a line in tooling/checks/src/docs/pages.ts`),
    ...listed
      .filter((file) => file.startsWith("docs/") && !files.includes(file))
      .map((file) => `${file}  page  is not there: write it, or take its line out of tooling/checks/src/docs/pages.ts`)
  ]
}
