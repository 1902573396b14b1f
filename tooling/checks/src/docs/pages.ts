/** A page for readers: its file, and what it is for in one line. Its title is its own first heading. */
export interface Page {
  readonly file: string
  readonly says: string
}

/** Pages that are read together, in this order. */
export interface Chapter {
  readonly title: string
  readonly pages: ReadonlyArray<Page>
}

/** Every page there is, in the order of llms.txt. A page of docs/ that is not here fails the checks. */
export const chapters: ReadonlyArray<Chapter> = [
  {
    title: "Begin",
    pages: [
      { file: "README.md", says: "What it is, and the shortest way to a mounted service and a signed-in user" },
      {
        file: "docs/tutorial.md",
        says: "From a clone to a session in your own Express server, and on to production"
      },
      {
        file: "docs/concepts.md",
        says: "The signed retry, the handshake, sessions, credentials and accounts, in pictures"
      },
      { file: "docs/guides/sandbox.md", says: "Money, outcomes, faults and a clock that do as they are told" }
    ]
  },
  {
    title: "Build",
    pages: [
      {
        file: "docs/guides/mount.md",
        says: "A program for each framework: Express, Koa, Fastify, Hono, Next, Node's own server"
      },
      { file: "docs/guides/protect-an-endpoint.md", says: "Put your own endpoint behind a signature, or behind a session" },
      { file: "docs/guides/customers.md", says: "Customers, the people behind a business, verifications, API tokens" },
      { file: "docs/guides/external-accounts.md", says: "Store where money may go, and verify it" },
      { file: "docs/guides/webhooks.md", says: "Tell platforms what happened, and verify it there" },
      { file: "docs/guides/mail.md", says: "Mail codes over SMTP" },
      {
        file: "docs/reference/command-line.md",
        says: "The countersign command: a sandbox, sign-in, keys, and why a stamp is refused"
      },
      { file: "docs/guides/troubleshooting.md", says: "Twelve mistakes, and the line you read after each" }
    ]
  },
  {
    title: "Run",
    pages: [
      { file: "docs/guides/postgres.md", says: "From memory to your own PostgreSQL: tables, roles, pool, poolers" },
      { file: "docs/guides/production.md", says: "The checklist before real users come" },
      { file: "docs/guides/rotate-keys.md", says: "Each key and secret, replaced while nodes serve" },
      { file: "docs/guides/operations.md", says: "Health, faults of the database, stopping, logs, traces and metrics" },
      {
        file: "docs/guides/scale.md",
        says: "From one node to a hundred million wallets: nodes, the database, sweeping, storage"
      },
      {
        file: "docs/performance.md",
        says: "What a call costs beside what it could, where the time goes, what would save more"
      },
      { file: "docs/maintain/soak.md", says: "What shows in the long run only, and the commands that show it" },
      { file: "docs/reference/versioning.md", says: "What is promised of a version, and how to upgrade without downtime" },
      { file: "docs/reference/defaults.md", says: "Every figure, and why it is what it is" }
    ]
  },
  {
    title: "Trust",
    pages: [
      {
        file: "docs/security.md",
        says: "What is protected from whom, by which invariant, and what is not claimed"
      },
      { file: "docs/guides/receipts.md", says: "Show later what was authorised, and by which signature" },
      { file: "docs/maintain/threats.md", says: "Each attack that was thought of, and the test that shows that it fails" },
      { file: "docs/maintain/advisories.md", says: "What went wrong in comparable software, and what holds against it here" },
      {
        file: "docs/maintain/standards.md",
        says: "What standards ask, with their numbers, and the test or the reason for each"
      },
      { file: "docs/maintain/model.md", says: "Every interleaving of a few calls, walked through; how to read what it finds" },
      { file: "SECURITY.md", says: "Report a weakness; what an attacker can do; what the host must do" },
      { file: "docs/maintain/dependencies.md", says: "Every package from npm, and why it is here" },
      { file: "docs/reference/packages.md", says: "What to install, what it weighs, and where it runs" }
    ]
  },
  {
    title: "Extend",
    pages: [
      {
        file: "docs/guides/write-an-adapter.md",
        says: "Which port takes what, its contract, how to test it, and a mailer as an example"
      },
      { file: "docs/guides/write-a-store.md", says: "A store for your own engine, and the suite that tells when it is right" },
      { file: "docs/guides/write-a-host-adapter.md", says: "Mount it in a framework that has no adapter yet" },
      { file: "docs/reference/protocol.md", says: "The protocol byte by byte: write a client from this page alone" },
      { file: "docs/reference/vectors.md", says: "Write a client or a server in another language" },
      { file: "docs/maintain/mutation.md", says: "Break the sources on purpose, and see whether a test notices" },
      { file: "docs/maintain/mutants.md", says: "What no test notices, and why it may stay so" },
      { file: "CONTRIBUTING.md", says: "Build, test and change this repository" },
      { file: "docs/decisions/README.md", says: "Why it is built this way, a page a choice" }
    ]
  },
  {
    title: "Look up",
    pages: [
      { file: "docs/generated/endpoints.md", says: "Every endpoint, with the checks of a call in their order" },
      { file: "docs/generated/errors.md", says: "Every error code with its causes and their cures" },
      { file: "docs/generated/machines.md", says: "What may happen in which state" },
      { file: "docs/generated/accounts.md", says: "What each type of external account must hold" },
      { file: "docs/generated/hosts.md", says: "What the tests tell of each framework" },
      { file: "docs/generated/bench.md", says: "What each flow costs, beside what it could cost" },
      { file: "docs/generated/scale.md", says: "What each flow takes as the tables grow" },
      { file: "docs/generated/soak.md", says: "What a day, a million races and long load came to" },
      { file: "docs/generated/mutation.md", says: "How many faults the tests notice, part by part" },
      { file: "docs/generated/sabotage.md", says: "Which test notices that the defence of a threat is gone" }
    ]
  }
]

/** The pages of docs/ that are in no chapter, and those of chapters that are not there. Decisions are listed by their own. */
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
