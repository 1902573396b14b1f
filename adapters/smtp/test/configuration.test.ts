import { inspect } from "node:util"
import { Mailer } from "@countersign/core"
import { Context, Effect, Layer, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { ConfigurationRefused, type SmtpOptions, smtpMailer, smtpMailerLayer } from "../src/index.ts"
import { endpointOf } from "../src/server.ts"

const from = "Acme <login@acme.example>"
const url = "smtps://acme:hunter2@mail.acme.example"
// JavaScript hosts may pass any value.
const wrong = (change: object) => ({ url, from, ...change }) as SmtpOptions

describe("the configuration", () => {
  it.each([
    ["smtps://mail.test", { host: "mail.test", port: 465, secure: true }],
    ["smtp://mail.test/", { host: "mail.test", port: 587, secure: false }],
    ["smtps://mail.test:2465", { host: "mail.test", port: 2465, secure: true }],
    ["smtp://[::1]:25", { host: "::1", port: 25, secure: false }]
  ])("parses %s", (url, endpoint) => {
    expect(endpointOf({ url })).toEqual(endpoint)
  })

  it("parses a user and a password in a URL or in separate options, redacted or not", () => {
    const password = ({ auth }: ReturnType<typeof endpointOf>) => [auth?.user, auth && Redacted.value(auth.pass)]
    expect(password(endpointOf({ url: "smtps://a%40b:p%3a%25ss@mail.test" }))).toEqual(["a@b", "p:%ss"])
    expect(password(endpointOf({ url: Redacted.make("smtps://a:b@mail.test") }))).toEqual(["a", "b"])
    expect(password(endpointOf({ host: "mail.test", auth: { user: "a", pass: "b" } }))).toEqual(["a", "b"])
    expect(password(endpointOf({ host: "mail.test", auth: { user: "a", pass: Redacted.make("b") } }))).toEqual([
      "a",
      "b"
    ])
  })

  it.each(["login@acme.example", "<login@acme.example>", '"Acme, Inc." <login@acme.example>', "Ä <ä@küche.example>"])(
    "accepts %s as a sender",
    (from) => {
      smtpMailer(wrong({ from })).close()
    }
  )

  it.each(["smtp://localhost:2525", "smtp://127.0.0.1", "smtp://127.1.2.3:25", "smtp://[::1]:25"])(
    "may omit TLS on loopback: %s",
    (url) => {
      smtpMailer(wrong({ url, plaintext: true })).close()
    }
  )

  const refused: ReadonlyArray<readonly [string, object, RegExp]> = [
    ["no server", { url: undefined }, /a url, or a host/u],
    ["an empty host", { url: undefined, host: "" }, /a url, or a host/u],
    ["a host with more than a name", { url: undefined, host: "mail.test\r\nQUIT" }, /a url, or a host/u],
    ["GH7: a greeting with a line break", { name: "mail.test\r\nQUIT" }, /option name/u],
    ["GH7: a greeting without a name", { name: "" }, /option name/u],
    ["GH7: a greeting of several words", { name: "mail.test QUIT" }, /option name/u],
    ["a port of zero", { url: undefined, host: "mail.test", port: 0 }, /port/u],
    ["a user without a password", { url: "smtps://acme@mail.test" }, /both a user and a password/u],
    ["a password without a user", { url: "smtps://:hunter2@mail.test" }, /both a user and a password/u],
    ["another scheme", { url: "https://acme:hunter2@mail.test" }, /smtps:\/\//u],
    ["no URL", { url: "mail.acme.example hunter2" }, /smtps:\/\//u],
    ["no host", { url: "smtps://acme:hunter2@" }, /without path or query/u],
    ["a host with a line break", { url: "smtps://acme:hunter2@mail.test%0d%0aQUIT" }, /without path or query/u],
    ["a path", { url: `${url}/hunter2` }, /without path or query/u],
    ["a query that would disable TLS", { url: `${url}?requireTLS=false&pass=hunter2` }, /without path or query/u],
    [
      "a query that would disable certificate checks",
      { url: `${url}/?tls.rejectUnauthorized=false` },
      /without path or query/u
    ],
    ["a broken escape", { url: "smtps://acme:hunter2%@mail.test" }, /%25/u],
    ["no TLS to another machine", { url: "smtp://mail.test", plaintext: true }, /leave it out/iu],
    ["no TLS to a host that looks local", { url: "smtp://localhost.evil.test", plaintext: true }, /leave it out/iu],
    ["no TLS over TLS", { url: "smtps://localhost", plaintext: true }, /leave it out/iu],
    ["an empty sender", { from: undefined }, /one address/u],
    ["no sender", { from: "" }, /one address/u],
    ["two senders", { from: "a@b.test, c@d.test" }, /one address/u],
    ["a sender with a header", { from: "Acme\r\nBcc: eve@evil.test <login@acme.example>" }, /one address/u],
    ["a sender with a header in its name", { from: '"Acme\nX: y" <login@acme.example>' }, /one address/u],
    ["a sender with another address in disguise", { from: "<eve@evil.test> <login@acme.example>" }, /one address/u],
    ["a product of two lines", { product: "Acme\nBcc: eve@evil.test" }, /one line/u],
    ["a product without letters", { product: "" }, /one line/u],
    ["no connections", { connections: 0 }, /connections/u],
    ["a timeout of zero", { timeouts: { greeting: 0 } }, /greeting/u],
    ["a timeout longer than the worker's", { timeouts: { mail: 25_001 } }, /mail/u],
    ["a timeout that is not a number", { timeouts: { socket: Number.NaN } }, /socket/u]
  ]
  it.each(refused)(
    "is rejected with %s, and the error says how to correct it and contains no secret",
    (_, change, remedy) => {
      for (const make of [smtpMailer, smtpMailerLayer]) {
        expect(() => make(wrong(change))).toThrow(ConfigurationRefused)
        expect(() => make(wrong(change))).toThrow(remedy)
        expect(() => make(wrong(change))).not.toThrow(/hunter2|evil/u)
      }
    }
  )
})

it("I8: the password does not appear in any inspection or serialization", async () => {
  const mailer = smtpMailer({ url, from })
  const layer = smtpMailerLayer({ url, from })
  const port = await Effect.runPromise(
    Effect.scoped(Effect.map(Layer.build(layer), (built) => Context.get(built, Mailer)))
  )
  const seen = [mailer, layer, port, endpointOf({ url })].flatMap((value) => [
    inspect(value, { depth: 20, showHidden: true }),
    String(value),
    JSON.stringify(value)
  ])
  expect(seen.join("\n")).not.toContain("hunter2")
  mailer.close()
})
