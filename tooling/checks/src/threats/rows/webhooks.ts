import type { Table } from "../Threat.ts"

export const webhooks: Table = {
  title: "Webhooks",
  rows: [
    {
      row: "W1",
      attack: "An endpoint on loopback, a private, link-local or carrier's network, in any spelling",
      defence: "refused when it is set and at every send; no connection",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "public hosts that pass on what they get"
    },
    {
      row: "W2",
      attack: "A name that leads elsewhere the second time",
      defence: "looked up once a send; every answer must be public, and the connection goes there",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/post.ts"],
      notClaimed: "resolvers that lie to all clients"
    },
    {
      row: "W3",
      attack: "A redirect",
      defence: "a failure; never followed",
      where: ["adapters/webhooks/src/post.ts"],
      notClaimed: "receivers behind a redirect: they get nothing"
    },
    {
      row: "W4",
      attack: "A receiver that is slow, endless, huge, or hangs up",
      defence: "3 s to connect, 15 s in all, 64 KiB read, nothing unpacked; others are not delayed",
      where: ["adapters/webhooks/src/post.ts", "packages/core/src/operations/webhooks/deliver.ts"],
      notClaimed: "that a slow receiver gets its events soon"
    },
    {
      row: "W5",
      attack: "A forged or altered delivery",
      defence: "Ed25519 and HMAC over id, time and body, P-256 over the body",
      where: [
        "adapters/node-crypto/src/nodeServiceKey.ts",
        "packages/http/src/resources/webhooks/eventBodies.ts",
        "packages/client/src/verifyWebhook.ts"
      ],
      notClaimed: "receivers that verify nothing"
    },
    {
      row: "W6",
      attack: "A delivery replayed by an attacker",
      defence: "signed anew at each try, five minutes of tolerance, an id that stays",
      where: ["packages/core/src/operations/webhooks/webhookHeaders.ts", "packages/client/src/verifyWebhook.ts"],
      notClaimed: "receivers that keep no ids"
    },
    {
      row: "W7",
      attack: "Events out of order",
      defence: "no order is promised; `sequence` gives it",
      where: ["packages/core/src/operations/webhooks/postEvent.ts", "packages/core/src/rules/events/Event.ts"],
      notClaimed: "any order"
    },
    {
      row: "W8",
      attack: "A crash between the change, the sending and the note of it",
      defence: "sent at least once if the change was committed, never otherwise",
      where: ["packages/core/src/operations/webhooks/postEvent.ts", "packages/core/src/operations/deliverDue.ts"],
      notClaimed: "exactly once"
    },
    {
      row: "W9",
      attack: "Storms of tries, an endpoint that always fails",
      defence: "growing waits with chance in them, an end, a rest for the endpoint, a share for the others",
      where: [
        "packages/core/src/operations/webhooks/deliveries.ts",
        "packages/core/src/operations/webhooks/deliver.ts"
      ],
      notClaimed: "events after their 160 tries or 7 days"
    },
    {
      row: "W10",
      attack: "One platform's events at another's endpoint",
      defence: "the endpoint is read by the event's own environment, at each try",
      where: [
        "packages/core/src/operations/webhooks/deliver.ts",
        "packages/core/src/operations/webhooks/deliveries.ts"
      ],
      notClaimed: "two platforms that name one endpoint"
    },
    {
      row: "W11",
      attack: "Numbers, names or secrets in a body",
      defence: "masked; nothing but what the contract of the event lists",
      where: ["packages/http/src/resources/webhooks/eventBodies.ts", "packages/http/src/resources/webhooks/masked.ts"],
      notClaimed: "the legalName of a business, and e-mail addresses; what a receiver logs"
    },
    {
      row: "W12",
      attack: "A test webhook as a probe",
      defence: "the same rules; a status and no body; limited",
      where: ["packages/core/src/operations/webhooks/test.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "the status that the platform's own endpoint answers with"
    },
    {
      row: "W13",
      attack: "A header in an address or in an option",
      defence: "refused",
      where: ["adapters/webhooks/src/checkUrl.ts", "packages/core/src/operations/webhooks/webhookHeaders.ts"],
      notClaimed: "headers that a receiver's own proxy adds"
    }
  ]
}
