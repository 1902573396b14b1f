import type { Table } from "../Threat.ts"

export const http: Table = {
  title: "Every endpoint: HTTP, Basic, JSON, tenancy",
  rows: [
    {
      row: "H1",
      attack: "Guessing a Basic secret by response time, or detecting an unknown token by a faster reply",
      defence:
        "the server compares digests of equal length in constant time, and compares an unknown token with a dummy digest",
      where: ["adapters/node-crypto/src/apiTokens.ts", "adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "timing over a network, and side channels of the processor"
    },
    {
      row: "H2",
      attack: "A malformed Authorization header",
      defence: "the server returns the same 401 with WWW-Authenticate for every one, and never a 500",
      where: ["packages/http/src/server/run.ts", "packages/http/src/node/request.ts"],
      notClaimed: "a secret that its owner has leaked"
    },
    {
      row: "H3",
      attack: "An id of another platform",
      defence:
        "the server replies as for an id that was never issued and writes nothing: the environment is part of every key",
      where: ["packages/core/src/model/Environment.ts", "packages/core/src/store/records.ts"],
      notClaimed: "timing and size differences of the database"
    },
    {
      row: "H4",
      attack: "A sandbox token used on a production object, or the reverse",
      defence: "the server replies as for an unknown id: the mode is part of the environment",
      where: ["packages/core/src/model/Environment.ts", "packages/http/src/server/run.ts"],
      notClaimed: "two deployments whose owner gave both the same token list"
    },
    {
      row: "H5",
      attack: "A key that occurs twice in a JSON object",
      defence: "the server returns 400 before it decodes or digests the body, in whatever spelling the second key is",
      where: ["packages/wire/src/json.ts"],
      notClaimed: "changes that a body parser in front of the mount makes to a body"
    },
    {
      row: "H6",
      attack: "`__proto__`, `constructor` and similar names as keys",
      defence: "the server rejects them as unknown keys; no prototype changes",
      where: ["packages/wire/src/json.ts", "packages/http/src/server/decode.ts"],
      notClaimed: "prototypes that other code in the host's process pollutes"
    },
    {
      row: "H7",
      attack: "Response fields in a request: id, status, mode, createdAt",
      defence: "the server returns 400 for the field, because schemas reject unknown fields",
      where: ["packages/http/src/server/decode.ts", "packages/http/src/resources/endpoint.ts"],
      notClaimed: "fields of the sandbox's own endpoints, where some of these are valid"
    },
    {
      row: "H8",
      attack: "A body that is very large, deeply nested, or full of very large numbers",
      defence:
        "the server returns 413 above 64 KiB, or above the limit of the host, and 400 from 33 levels on, before it decodes the body",
      where: ["packages/http/src/message/body.ts", "packages/wire/src/json.ts"],
      notClaimed: "the bytes that a server or parser in front accepts"
    },
    {
      row: "H9",
      attack: "Invalid UTF-8, a byte order mark, lone surrogates, NUL",
      defence: "the server returns 400; no NUL reaches a database",
      where: ["packages/wire/src/bytes.ts", "packages/wire/src/json.ts"],
      notClaimed: "that a text is what it looks like: letters that resemble others are accepted"
    },
    {
      row: "H10",
      attack: "Another content type or encoding, or contradictory lengths",
      defence:
        "the server returns 415 for everything except JSON and JSON merge patches, or closes the connection, and does not parse the body",
      where: ["packages/http/src/message/body.ts", "packages/http/src/node/request.ts"],
      notClaimed: "a proxy in front that reads lengths differently from Node"
    },
    {
      row: "H11",
      attack: "A repeated header that must occur once",
      defence: "the server returns 400 and names the header, whatever its values",
      where: ["packages/http/src/node/request.ts", "packages/http/src/message/headers.ts"],
      notClaimed: "hosts that join repeated headers before they forward a request; there the joined value is rejected"
    },
    {
      row: "H12",
      attack: "A line break that reaches a header, a mail or a log",
      defence: "the server rejects it in input and escapes it in output",
      where: ["packages/core/src/model/expected.ts", "adapters/smtp/src/SmtpOptions.ts", "adapters/smtp/src/Texts.ts"],
      notClaimed: "how a mail program displays unusual characters"
    },
    {
      row: "H13",
      attack: "Ambiguous paths and queries",
      defence:
        "the server has one interpretation: it rejects a target that is not in normal form and a repeated or unknown query key, and decodes a parameter once",
      where: [
        "packages/http/src/server/route.ts",
        "packages/http/src/server/decode.ts",
        "packages/http/src/message/target.ts"
      ],
      notClaimed: "paths of the host's own application"
    },
    {
      row: "H14",
      attack: "A text that makes a regular expression run for minutes",
      defence: "texts are limited in length first, and no expression nests repetitions",
      where: ["packages/account-types/src/formats", "packages/core/src/model/Email.ts"],
      notClaimed: "regular expressions in the host's own code"
    },
    {
      row: "H15",
      attack: "A forged Host or X-Forwarded header",
      defence: "the server does not read them: no link and no limit depends on an address",
      where: ["packages/http/src/node/request.ts", "packages/http/src/message/target.ts"],
      notClaimed: "limits by IP address, which belong in the proxy in front"
    },
    {
      row: "H16",
      attack: "Slow headers, or a slow body",
      defence: "a call uses only its connection until it has arrived completely; the server's timeouts end it",
      where: ["packages/http/src/node/request.ts"],
      notClaimed:
        "the timeouts themselves, which are set on the host's server (SECURITY.md); the effect of five hundred slow calls on other callers is measured but has no threshold in the tests"
    },
    {
      row: "H17",
      attack: "A method that a path does not support, or a method override",
      defence:
        "the server returns 405 with Allow and runs no handler; HEAD is GET without the body, and a 405 where GET is not supported",
      where: ["packages/http/src/server/route.ts", "packages/http/src/message/Call.ts"],
      notClaimed: "methods of paths outside the mount"
    },
    {
      row: "H18",
      attack: "Two mounts that reply differently",
      defence: "all hosts use one bridge, which sends the same bytes",
      where: ["packages/http/src/node/bridge.ts"],
      notClaimed: "headers that a framework adds"
    }
  ]
}
