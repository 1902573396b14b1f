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
      defence:
        "the clock moves at most ten years ahead; a move reads what waits a fixed number of times and writes each record once",
      where: ["packages/sandbox/src/clock/SandboxTime.ts", "packages/sandbox/src/clock/DueQueue.ts"],
      notClaimed: "how long the receivers of the webhooks take that come due on the way"
    },
    {
      row: "FL3",
      attack: "Many failing webhook addresses fill the memory of the circuit breaker",
      defence: "open: not defended yet",
      where: ["packages/core/src/events/breaker.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FL4",
      attack: "Many token ids that do not exist each cost a database lookup",
      defence: "open: not defended yet",
      where: ["adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    },
    {
      row: "FL5",
      attack: "A webhook endpoint at a public address that belongs to the cloud platform itself",
      defence: "open: not defended yet",
      where: ["adapters/webhooks/src"],
      notClaimed: "",
      untested: "The defence of this row and its test are part of the work that is under way."
    }
  ]
}
