import type { Table } from "../Threat.ts"

export const webhooks: Table = {
  title: "Webhooks",
  rows: [
    {
      row: "W1",
      attack:
        "A webhook endpoint on loopback or in a private, link-local or carrier-grade NAT network, in any spelling",
      defence: "the server rejects it when it is set and at every delivery, and opens no connection",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "public hosts that forward deliveries"
    },
    {
      row: "W2",
      attack: "A host name that resolves to another address later (DNS rebinding)",
      defence:
        "each delivery resolves the name once; every address must be public, and the connection uses the checked address",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/post.ts"],
      notClaimed: "resolvers that return false addresses to all clients"
    },
    {
      row: "W3",
      attack: "A redirect",
      defence: "the delivery fails; the server follows no redirect",
      where: ["adapters/webhooks/src/post.ts"],
      notClaimed: "receivers behind a redirect, which receive nothing"
    },
    {
      row: "W4",
      attack: "A receiver that is slow, endless, or closes the connection",
      defence: "3 s to connect, 15 s in total, 64 KiB read, nothing decompressed; other endpoints are not delayed",
      where: ["adapters/webhooks/src/post.ts", "packages/core/src/operations/webhooks/deliver.ts"],
      notClaimed: "prompt delivery to a slow receiver"
    },
    {
      row: "W5",
      attack: "A forged or altered delivery",
      defence: "Ed25519 and HMAC signatures over id, time and body, and P-256 over the body",
      where: [
        "adapters/node-crypto/src/nodeServiceKey.ts",
        "packages/http/src/resources/webhooks/eventBodies.ts",
        "packages/client/src/verifyWebhook.ts"
      ],
      notClaimed: "receivers that verify no signature"
    },
    {
      row: "W6",
      attack: "A delivery replayed by an attacker",
      defence: "each attempt has a new signature with a tolerance of five minutes, and the event id stays the same",
      where: ["packages/core/src/operations/webhooks/webhookHeaders.ts", "packages/client/src/verifyWebhook.ts"],
      notClaimed: "receivers that do not store ids"
    },
    {
      row: "W7",
      attack: "Events out of order",
      defence: "the order is not guaranteed; `sequence` contains it",
      where: ["packages/core/src/operations/webhooks/postEvent.ts", "packages/core/src/rules/events/Event.ts"],
      notClaimed: "any order"
    },
    {
      row: "W8",
      attack: "A crash between the change, the delivery and the record of the delivery",
      defence: "the event is delivered at least once if the change was committed, and never otherwise",
      where: ["packages/core/src/operations/webhooks/postEvent.ts", "packages/core/src/operations/deliverDue.ts"],
      notClaimed: "exactly-once delivery"
    },
    {
      row: "W9",
      attack: "Retry storms, or an endpoint that always fails",
      defence:
        "exponential backoff with jitter and a final attempt, a circuit breaker per endpoint, and a concurrency limit per endpoint",
      where: [
        "packages/core/src/operations/webhooks/deliveries.ts",
        "packages/core/src/operations/webhooks/deliver.ts"
      ],
      notClaimed: "events after 160 attempts or 7 days"
    },
    {
      row: "W10",
      attack: "Events of one platform sent to the endpoint of another",
      defence: "each attempt reads the endpoint of the event's own environment",
      where: [
        "packages/core/src/operations/webhooks/deliver.ts",
        "packages/core/src/operations/webhooks/deliveries.ts"
      ],
      notClaimed: "two platforms that configure the same endpoint"
    },
    {
      row: "W11",
      attack: "Account numbers, names or secrets in a body",
      defence: "numbers are masked, and the body contains only fields of the event's contract",
      where: ["packages/http/src/resources/webhooks/eventBodies.ts", "packages/http/src/resources/webhooks/masked.ts"],
      notClaimed: "the legalName of a business, and e-mail addresses; logs of the receiver"
    },
    {
      row: "W12",
      attack: "A test webhook used to probe a network",
      defence: "the same address rules apply; the reply contains a status and no body; calls are rate-limited",
      where: ["packages/core/src/operations/webhooks/test.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "the status that the platform's own endpoint returns"
    },
    {
      row: "W13",
      attack: "A header injected through an address or an option",
      defence: "the server rejects it",
      where: ["adapters/webhooks/src/checkUrl.ts", "packages/core/src/operations/webhooks/webhookHeaders.ts"],
      notClaimed: "headers that a receiver's own proxy adds"
    }
  ]
}
