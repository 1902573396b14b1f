import type { Table } from "../Threat.ts"

export const http: Table = {
  title: "Every endpoint: HTTP, Basic, JSON, tenancy",
  rows: [
    {
      row: "H1",
      attack: "A secret of Basic guessed by time, or an unknown token that is answered sooner",
      defence:
        "digests of one length are compared in constant time, and an unknown token is compared with a dummy digest",
      where: ["adapters/node-crypto/src/apiTokens.ts", "adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "timing over a network, and what the processor below leaks"
    },
    {
      row: "H2",
      attack: "An Authorization header that is odd in any way",
      defence: "one 401 for all of them, with WWW-Authenticate; never a 500",
      where: ["packages/http/src/server/run.ts", "packages/http/src/node/request.ts"],
      notClaimed: "a secret that its holder lost"
    },
    {
      row: "H3",
      attack: "An id of another platform",
      defence: "the answer of an id that was never issued, and nothing written: the environment is part of every key",
      where: ["packages/core/src/model/Environment.ts", "packages/core/src/store/records.ts"],
      notClaimed: "that sizes and times of the database reveal nothing to an observer"
    },
    {
      row: "H4",
      attack: "A token of the sandbox on an object of production, and the reverse",
      defence: "the same: the mode is part of the environment",
      where: ["packages/core/src/model/Environment.ts", "packages/http/src/server/run.ts"],
      notClaimed: "two deployments that share a token list by mistake of their owner"
    },
    {
      row: "H5",
      attack: "A key given twice",
      defence: "400 before anything is decided or digested, in whatever spelling the second comes",
      where: ["packages/wire/src/json.ts"],
      notClaimed: "what a body parser in front of the mount made of a body before we saw it"
    },
    {
      row: "H6",
      attack: "`__proto__`, `constructor` and their kin as keys",
      defence: "refused as unknown keys; no prototype changes",
      where: ["packages/wire/src/json.ts", "packages/http/src/server/decode.ts"],
      notClaimed: "prototypes that other code of the host's process pollutes"
    },
    {
      row: "H7",
      attack: "Fields of an answer in a request: id, status, mode, createdAt",
      defence: "400 at the field: schemas are strict",
      where: ["packages/http/src/server/decode.ts", "packages/http/src/resources/endpoint.ts"],
      notClaimed: "fields of the sandbox's own endpoints mean something there"
    },
    {
      row: "H8",
      attack: "A body that is huge, deep, or full of huge numbers",
      defence: "413 above 64 KiB, or the limit of the host, and 400 from 33 levels on, before any of it is decoded",
      where: ["packages/http/src/message/body.ts", "packages/wire/src/json.ts"],
      notClaimed: "the bytes that a server or parser in front lets in"
    },
    {
      row: "H9",
      attack: "Invalid UTF-8, a byte order mark, lone surrogates, NUL",
      defence: "400; no NUL reaches a database",
      where: ["packages/wire/src/bytes.ts", "packages/wire/src/json.ts"],
      notClaimed: "that a text says what it looks like: letters that resemble others stay"
    },
    {
      row: "H10",
      attack: "Another content type or encoding, and lengths that contradict one another",
      defence: "415 for all but JSON and JSON merge patches, or the connection is closed; never parsed",
      where: ["packages/http/src/message/body.ts", "packages/http/src/node/request.ts"],
      notClaimed: "a proxy in front that reads lengths differently from Node"
    },
    {
      row: "H11",
      attack: "A repeated header that must occur once",
      defence: "400 by name, whatever both say",
      where: ["packages/http/src/node/request.ts", "packages/http/src/message/headers.ts"],
      notClaimed: "hosts that join repeats before they hand a request on; there the joined value is refused"
    },
    {
      row: "H12",
      attack: "A line break on its way into a header, a mail or a log",
      defence: "refused where it comes in, and written escaped where it goes out",
      where: ["packages/core/src/model/expected.ts", "adapters/smtp/src/SmtpOptions.ts", "adapters/smtp/src/Texts.ts"],
      notClaimed: "what a mail program shows of letters that it finds odd"
    },
    {
      row: "H13",
      attack: "Tricks with paths and queries",
      defence:
        "one reading: a target out of its normal form is refused, a parameter is decoded once, a repeated or unknown query key refused",
      where: [
        "packages/http/src/server/route.ts",
        "packages/http/src/server/decode.ts",
        "packages/http/src/message/target.ts"
      ],
      notClaimed: "paths of the host's own application"
    },
    {
      row: "H14",
      attack: "A text that takes a regular expression minutes",
      defence: "texts are capped first, and no expression repeats what repeats",
      where: ["packages/account-types/src/formats", "packages/core/src/model/Email.ts"],
      notClaimed: "expressions of the host's own code"
    },
    {
      row: "H15",
      attack: "A forged Host or X-Forwarded header",
      defence: "not read: neither links nor limits rest on an address",
      where: ["packages/http/src/node/request.ts", "packages/http/src/message/target.ts"],
      notClaimed: "limits by address, which belong to the proxy in front"
    },
    {
      row: "H16",
      attack: "Slow headers, a slow body",
      defence: "a call costs its connection and nothing else until it is whole; the server's own timeouts end it",
      where: ["packages/http/src/node/request.ts"],
      notClaimed:
        "the timeouts themselves: they are set on the host's server, as SECURITY.md says; what five hundred cost another caller is measured, and not judged in the gate"
    },
    {
      row: "H17",
      attack: "A method that a path does not have, an override of it",
      defence: "405 with Allow, and no handler runs; HEAD is GET without its body, and a 405 where there is no GET",
      where: ["packages/http/src/server/route.ts", "packages/http/src/message/Call.ts"],
      notClaimed: "methods of paths beside the mount"
    },
    {
      row: "H18",
      attack: "Two mounts that answer differently",
      defence: "one bridge for all hosts: the same bytes",
      where: ["packages/http/src/node/bridge.ts"],
      notClaimed: "headers that a framework adds of its own accord"
    }
  ]
}
