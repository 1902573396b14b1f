/** A question of a reader, the page and anchor that answer it, and terms that the answer must contain. */
export interface Question {
  readonly question: string
  readonly answer: string
  readonly terms: ReadonlyArray<string>
}

/** Questions that a platform engineer would have before and while embedding Countersign. */
export const questions: ReadonlyArray<Question> = [
  {
    question: "When should I not use this library?",
    answer: "docs/comparison.md#when-not-to-use-this",
    terms: ["enclave", "audit", "blockchain"]
  },
  {
    question: "How does it differ from DPoP?",
    answer: "docs/comparison.md#dpop",
    terms: ["proof", "does not interoperate", "dynamic linking"]
  },
  {
    question: "Why does a sensitive action take two calls?",
    answer: "docs/concepts.md#the-signed-retry",
    terms: ["step-up authentication", "body digest", "consumed"]
  },
  {
    question: "Which keys exist, and where is each private key?",
    answer: "docs/concepts.md#the-handshake",
    terms: ["service key", "vault key", "wallets key", "session key"]
  },
  {
    question: "Which code runs when a signed call arrives?",
    answer: "docs/architecture.md#one-signed-call-file-by-file",
    terms: ["run.ts", "signedRetry.ts", "Store.ts", "postgres.ts"]
  },
  {
    question: "How are races between nodes resolved?",
    answer: "docs/architecture.md#load-prepare-decide-commit",
    terms: ["optimistic concurrency", "version conflict"]
  },
  {
    question: "How do I protect my own endpoint with a signature?",
    answer: "docs/guides/protect-an-endpoint.md#require-a-signature-for-one-action",
    terms: ["requireSignature", "not authentication", "single-use"]
  },
  {
    question: "How do I authenticate a caller without a bearer token?",
    answer: "docs/guides/protect-an-endpoint.md#require-a-session",
    terms: ["proof of possession", "RFC 9449", "one minute"]
  },
  {
    question: "How do I mount it in Fastify?",
    answer: "docs/guides/mount.md#fastify-5",
    terms: ["countersignFastify", "preParsing", "prefix"]
  },
  {
    question: "Does it work behind PgBouncer, and how large should the pool be?",
    answer: "docs/guides/postgres.md#the-pool",
    terms: ["PgBouncer", "transaction mode", "max"]
  },
  {
    question: "What do callers see while the database fails?",
    answer: "docs/guides/operations.md#database-failures",
    terms: ["503", "Retry-After", "standby"]
  },
  {
    question: "Which metrics should raise an alert?",
    answer: "docs/guides/operations.md#logs-traces-metrics",
    terms: ["countersign_requests", "OpenTelemetry", "503"]
  },
  {
    question: "How do I replace the vault key without downtime?",
    answer: "docs/guides/rotate-keys.md#the-vault-key",
    terms: ["[OLD, NEW]", "reseal", "all nodes"]
  },
  {
    question: "How many nodes and how large a database do I need?",
    answer: "docs/guides/scale.md#a-hundred-million-wallets",
    terms: ["cores", "PostgreSQL", "standby"]
  },
  {
    question: "What must a webhook receiver do, and what happens after failures?",
    answer: "docs/guides/webhooks.md#rules-for-a-receiver",
    terms: ["raw body", "at least once", "exponential backoff", "dead letter", "circuit breaker"]
  },
  {
    question: "How do I simulate a failed payment?",
    answer: "docs/guides/sandbox.md#magic-values",
    terms: ["FAILED", "refunded", "last three characters"]
  },
  {
    question: "What does a stolen API token allow?",
    answer: "SECURITY.md#powers-of-an-api-token-alone",
    terms: ["scope", "session key", "Mails a code"]
  },
  {
    question: "What does the project not claim about security?",
    answer: "docs/security.md#limits",
    terms: ["No enclave", "AAL2", "audit"]
  },
  {
    question: "How can an auditor verify what a user authorised?",
    answer: "docs/guides/receipts.md#export-and-verify",
    terms: ["receipts verify", "--signer", "heads"]
  },
  {
    question: "How do I upgrade without downtime?",
    answer: "docs/reference/versioning.md#upgrade-without-downtime",
    terms: ["SIGTERM", "migrate", "/health/ready"]
  }
]
