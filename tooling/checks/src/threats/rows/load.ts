import type { Table } from "../Threat.ts"

export const load: Table = {
  title: "Load: one caller costs all others",
  rows: [
    {
      row: "FL1",
      attack: "A body within the limit makes the server compute for seconds or answer megabytes",
      defence:
        "A body is refused by its values, and by the keys of one object, before it is parsed. A list is refused by its length before an element is decoded. A refusal lists 32 faults and counts the rest, and no answer over 64 KiB is stored under an Idempotency-Key",
      where: [
        "packages/http/src/message/body.ts",
        "packages/core/src/model/faults.ts",
        "packages/http/src/errors/answer.ts",
        "packages/core/src/operations/answerOnce.ts"
      ],
      notClaimed:
        "A bound on what a page of a list may hold: 100 records of the longest fields are more than 64 KiB. A host that raises the limit of a body raises the cost of each in proportion."
    },
    {
      row: "FL2",
      attack: "A caller moves the sandbox clock without end, or with much waiting work",
      defence:
        "the clock moves at most ten years ahead; a move reads what waits a fixed number of times and writes each record once",
      where: ["packages/sandbox/src/clock/SandboxTime.ts", "packages/sandbox/src/clock/DueQueue.ts"],
      notClaimed: "how long the receivers of the webhooks take that come due on the way"
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
