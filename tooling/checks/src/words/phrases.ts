/** A word or phrase that the project does not write, and what it writes instead. */
export interface Phrase {
  readonly name: string
  readonly pattern: RegExp
  readonly instead: string
}

/** The private idiom of earlier versions. `docs/glossary.md` has the terms that replace it. */
export const phrases: ReadonlyArray<Phrase> = [
  {
    name: "whoever, nobody, somebody",
    pattern: /\b(?:whoever|whomever|whosoever|nobody|somebody|anybody|everybody)\b/iu,
    instead: "name the role: no caller, the operator, another transaction"
  },
  { name: "tells, told", pattern: /\b(?:tells?|told|telling)\b/iu, instead: "returns, reports, notifies, documents" },
  { name: "is over", pattern: /\b(?:is|are|was|were|be|been) over\b(?! \d)/iu, instead: "has expired, has ended" },
  { name: "stands", pattern: /\b(?:stands?|stood)\b/iu, instead: "is in, is at, represents" },
  { name: "asks, asked", pattern: /\b(?:asks?|asked|asking)\b/iu, instead: "requests, reads, requires" },
  { name: "kept, keeps", pattern: /\b(?:kept|keeps)\b/iu, instead: "stored, cached, retained" },
  { name: "dear", pattern: /\bdear(?:er|est)?\b/iu, instead: "expensive" },
  { name: "spends, spent", pattern: /\b(?:spends?|spent|spending)\b/iu, instead: "consumes, consumed, single-use" },
  {
    name: "stranger, the house, desk",
    pattern: /\b(?:strangers?|the house|desks?)\b/iu,
    instead: "an anonymous caller, the repository"
  },
  { name: "plainly", pattern: /\bplainly\b/iu, instead: "directly, with the compiled decoder" },
  // A recovery holds a wallet, and a held wallet pays nothing: terms of the glossary.
  {
    name: "holds",
    pattern: /\bholds\b(?!\s+(?:the|a|its)\s+(?:wallet|account))/iu,
    instead: "passes, is valid, stores, contains"
  },
  {
    name: "What as a subject",
    pattern: /(?:^|[.!:] +)What(?:ever)? [^?]*$/u,
    instead: "a concrete subject: the server, the store, the client"
  },
  {
    name: "that is none",
    pattern: /\b(?:that|which) (?:is|are) none\b|\bis none\b/iu,
    instead: "malformed, absent, not a ..."
  },
  { name: "hears", pattern: /\bhear[sd]?\b/iu, instead: "receives, reads" },
  {
    name: "what is no",
    pattern:
      /(?:^|[|;:,] )what (?:(?:is|are|was|has|can|may) (?:no|not|never)|no|never|fails|failed|ends|comes|describes)\b/iu,
    instead: "the concrete subject: a malformed value, a missing field"
  },
  { name: "taken for", pattern: /\b(?:is|are|was|be|being) taken for\b/iu, instead: "counts as, is mistaken for" },
  { name: "judges", pattern: /\bjudge[sd]?\b(?!\()/iu, instead: "verifies, checks, decides" },
  { name: "rests on", pattern: /\brests? on\b/iu, instead: "depends on, requires" },
  { name: "in silence, for ever", pattern: /\bin silence\b|\bfor ever\b/iu, instead: "without an error, without end" },
  { name: "lane", pattern: /\blanes?\b/iu, instead: "batch queue" },
  {
    name: "mutants that live",
    pattern: /\bmutants? (?:that|which) (?:lived?|survive)\b/iu,
    instead: "surviving mutants"
  }
]
