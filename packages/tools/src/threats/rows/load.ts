import type { Table } from "../Threat.ts"

export const load: Table = {
  title: "Load: one caller costs all others",
  rows: [
    {
      row: "FL1",
      attack: "A body within the limit makes the server compute for seconds or answer megabytes",
      defence: "open: not defended yet",
      where: ["packages/http/src/serve/decode.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FL2",
      attack: "A caller moves the sandbox clock without end, or with much waiting work",
      defence: "open: not defended yet",
      where: ["packages/sandbox/src/clock/advanceClock.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FL3",
      attack: "Many failing webhook addresses fill the memory of the circuit breaker",
      defence: "a node stores at most 1,024 endpoints and drops the least recently used one",
      where: ["packages/core/src/events/breaker.ts"],
      notClaimed: "the failures of an endpoint that was dropped: it is tried again sooner"
    },
    {
      row: "FL4",
      attack: "Many token ids that do not exist each cost a database lookup",
      defence:
        "the secret of a token that was created by a call ends with a tag by a key of the service: a made-up secret is refused without a lookup; secrets without a tag are looked up 20 times a second at most",
      where: ["adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "the lookups of a caller that has the secret of a deleted token"
    },
    {
      row: "FL5",
      attack: "A webhook endpoint at a public address that belongs to the cloud platform itself",
      defence:
        "the known platform addresses in public ranges are listed, and refused when an endpoint is set and at every send",
      where: ["adapters/webhooks/src/isPublic.ts", "adapters/webhooks/src/addressesOf.ts"],
      notClaimed: "platform addresses that are not listed: restrict the egress of the host as well"
    }
  ]
}
