export type { JsonFields, JsonValue } from "@countersign/http/host"

/** An instant in ISO 8601, in UTC. */
export type Instant = string
