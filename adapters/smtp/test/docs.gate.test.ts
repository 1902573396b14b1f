import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { snippetsOf } from "@countersign/checks"
import { javaScriptOf } from "@countersign/harness/bundle"
import { certificate } from "@countersign/harness/smtp/certificate"
import { atTheEnd, bodyOf, headerOf, mailServer, type Received } from "@countersign/harness/smtp/mailServer"
import { expect, it } from "vitest"

const snippets = snippetsOf(readFileSync(new URL("../../../docs/guides/mail.md", import.meta.url), "utf8"))
const named = (info: string) => snippets.find((snippet) => snippet.info === info)?.code.trim() ?? ""

/** A mail as the page shows it. */
const shown = ({ raw }: Received) => {
  const { From, Subject, To } = Object.fromEntries(headerOf(raw))
  return `From: ${From}\nTo: ${To}\nSubject: ${Subject}\n\n${bodyOf(raw).replaceAll("\r\n", "\n").trim()}`
}
const masked = (text: string) => text.replace(/^ {4}[0-9]{3} [0-9]{3}$/mu, "    ### ###")

it("docs/guides/mail.md sends the mails it shows, over TLS, and then exits", async () => {
  const { cert, key } = certificate()
  const folder = mkdtempSync(join(tmpdir(), "smtp-"))
  const file = new URL("../.snippet-mail.mjs", import.meta.url).pathname
  atTheEnd(() => {
    rmSync(file)
    rmSync(folder, { recursive: true })
  })
  writeFileSync(join(folder, "ca.pem"), cert)
  writeFileSync(file, await javaScriptOf(named("run=mail")))
  const server = await mailServer({
    secure: true,
    key,
    cert,
    authOptional: false,
    onAuth: ({ password, username }, _, done) =>
      username === "acme" && password === "p@ss" ? done(null, { user: username }) : done(new Error("no"))
  })
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [file], {
    env: {
      ...process.env,
      ACME_SECRET: "a long random secret",
      VAULT_KEY: randomBytes(32).toString("hex"),
      SERVICE_KEY: randomBytes(32).toString("hex"),
      SMTP_URL: `smtps://acme:p%40ss@localhost:${server.port}`,
      NODE_EXTRA_CA_CERTS: join(folder, "ca.pem")
    },
    timeout: 500_000
  })
  // Beside the lines that the log of the service writes, one JSON object each.
  expect([stdout.replaceAll(/^\{"message":.*\n/gmu, ""), stderr]).toEqual(["", ""])
  expect(server.letters.map((letter) => masked(shown(letter)))).toEqual([masked(named("output=mail"))])
  expect(masked(named("output=mail"))).toContain("### ###")
})
