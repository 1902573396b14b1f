import type { Command } from "commander"

/** Example arguments of each command, by its full name. Ids are shortened to `…` where a reader pastes one. */
export const EXAMPLES: Readonly<Record<string, ReadonlyArray<string>>> = {
  dev: ["dev", "dev --port 4200 --memory"],
  login: ["login", "login --type PASSKEY --quiet", "login --quiet --code 123456"],
  "migrate plan": ["migrate plan --database-url postgres://localhost/wallets"],
  "migrate prepare": ["migrate prepare --pause 50"],
  "migrate up": ["migrate up", "migrate up --schema wallet"],
  "migrate status": ["migrate status --json"],
  "migrate sql": ["migrate sql > wallets.sql"],
  move: [
    "move --platform acme --from postgres://one/wallets --to postgres://two/wallets",
    "move --platform acme --from postgres://one/wallets --to postgres://two/wallets --open"
  ],
  doctor: ["doctor --config countersign.config.mjs", "doctor --url https://api.acme.example/wallet/2025-10-13"],
  explain: [
    "explain --payload @payload.txt --stamp @stamp.txt",
    "explain --bundle @bundle.json --bundle-signer 04f4…",
    "explain --id-token @token.txt --client-public-key 046f…"
  ],
  keys: ["keys >> .env"],
  stamp: ["stamp --payload @payload.txt --key @key.txt > stamp.txt"],
  seal: ["seal --bundle @bundle.json --bundle-signer 04f4… --code 123456 --public-key 046f…"],
  open: ["open --sealed @sealed.txt --key @key.txt"],
  "policy explain": [
    "policy explain --policy @policy.json --operation EXPORT_WALLET --credential-type EMAIL_OTP",
    "policy explain --operation PAY --credential-type PASSKEY --session-age 120 --amount 5000000 --currency USDC",
    "policy explain --operation LOGIN --credential-type EMAIL_OTP --url https://api.example.com/2025-10-13"
  ],
  "receipts export": ["receipts export --platform acme > receipts.jsonl"],
  "receipts heads": ["receipts heads --platform acme > heads.jsonl"],
  "receipts signer": ["receipts signer --service-key @service-key.txt"],
  "receipts verify": ["receipts verify --signer 04f4… --heads heads.jsonl receipts.jsonl"],
  reconcile: [
    "reconcile --platform acme statement.xml",
    "reconcile --platform acme --from 2026-01-01T00:00:00Z --to 2026-01-31T23:59:59Z --id-column Ref statement.csv"
  ],
  reseal: ["reseal --config countersign.config.mjs --environment production/acme"],
  "sandbox advance": ['sandbox advance "6 minutes"'],
  "sandbox fund": ["sandbox fund InternalAccount:019c… 5000000"],
  "sandbox send": ["sandbox send Quote:019c… USD"],
  "webhooks list": ["webhooks list --status GIVEN_UP --limit 100"],
  "webhooks redrive": ["webhooks redrive --given-up", "webhooks redrive Webhook:019c…"],
  "vectors list": ["vectors list"],
  "vectors show": ["vectors show oidcNonce"],
  "vectors write": ["vectors write vectors"],
  "vectors check": ["vectors check --answers answers.json"],
  completion: [
    "completion bash > ~/.local/share/bash-completion/completions/countersign",
    "completion zsh > ~/.zfunc/_countersign",
    "completion fish > ~/.config/fish/completions/countersign.fish"
  ]
}

/** Adds the examples of a command, or of its subcommands, to its help. */
export const addExamples = (command: Command, name: string): void => {
  const own = Object.entries(EXAMPLES).filter(([key]) => name === "" || key === name || key.startsWith(`${name} `))
  const shown =
    name === "" ? ["dev", "login", "doctor --config countersign.config.mjs"] : own.flatMap(([, lines]) => lines)
  command.addHelpText("after", ["\nExamples:", ...shown.map((line) => `  npx @countersign/cli ${line}`)].join("\n"))
}
